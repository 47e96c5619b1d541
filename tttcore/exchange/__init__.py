"""Results for programs and readers elsewhere: in Python, as environments and research object; a wing."""
