"""Attention; its API is locked in BLUEPRINT.md · Atención; su API está fijada en BLUEPRINT.md."""
