"""mha-grader: grades the lab in which students write multi-head attention in NumPy."""

__version__ = "0.1.0"
