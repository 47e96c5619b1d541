"""The bundle for an article: a LaTeX article whose numbers are linked to rows of tables, and the files it rests on."""
