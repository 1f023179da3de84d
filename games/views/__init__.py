"""The pages: find through `tables`, read the form, call a service, render."""
