"""What visitors send: choices, searches and files, read strictly."""
