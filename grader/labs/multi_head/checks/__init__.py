"""What must hold: one function a check, its title, reason, hint and source above it."""
