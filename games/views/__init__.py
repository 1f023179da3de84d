"""The pages: find through `selectors`, read the form, call a service, render."""
