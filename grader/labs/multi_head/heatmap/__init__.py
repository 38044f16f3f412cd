"""Read a heat map back from its picture: which maps there are, and the value of each cell."""

from grader.labs.multi_head.heatmap.arrange import arranged
from grader.labs.multi_head.heatmap.others import OTHERS
from grader.labs.multi_head.heatmap.reading import SIDE, Map, Reading, read

MAPS = frozenset({*OTHERS, "Greys", "binary", "gist_gray", "gist_yarg"})
"""Names of colour maps that are certainly not viridis."""

__all__ = ["MAPS", "SIDE", "Map", "Reading", "arranged", "read"]
