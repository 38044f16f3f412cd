"""Mini model."""
