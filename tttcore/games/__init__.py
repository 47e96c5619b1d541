"""Rules of the games, independent of players and learning."""
