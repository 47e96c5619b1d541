"""The site of pages about the results."""
