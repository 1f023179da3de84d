"""The pages about other people, those about oneself, and those of the staff."""
