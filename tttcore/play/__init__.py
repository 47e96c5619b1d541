"""People and programs at the board: notations, dialogues, a line protocol and a referee."""
