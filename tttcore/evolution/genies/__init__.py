"""Evolution of Genies: two families of players, one replaced at a time (Post 1999)."""
