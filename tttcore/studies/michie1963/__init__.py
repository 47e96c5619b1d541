"""Study of Michie (1961, 1963): MENACE, matchboxes that learn tic-tac-toe."""
