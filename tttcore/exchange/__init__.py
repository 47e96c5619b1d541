"""Results for programs and readers elsewhere: in Python, as environments, article and research object; a wing."""
