"""The small model of the course · El modelo pequeño del curso."""
