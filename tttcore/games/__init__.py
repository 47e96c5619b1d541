"""The rules of the games, free of players and learning."""
