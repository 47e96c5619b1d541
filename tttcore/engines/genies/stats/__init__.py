"""Statistics of runs and games of Genies: tables of stored runs in, tidy tables out."""
