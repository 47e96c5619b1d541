"""The site of pages about the results, the bundle for articles, the research object, and exports."""
