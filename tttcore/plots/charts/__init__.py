"""Interactive charts of the report's pages, drawn from stored tables with Bokeh."""
