"""The site of pages about the results, the bundle for articles, and exports."""
