"""Read a heat map back from its picture: which maps there are, and the value of each cell."""

from grader.labs.multi_head.heatmap.reading import SIDE, Map, Reading, read

__all__ = ["SIDE", "Map", "Reading", "read"]
