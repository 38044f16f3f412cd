"""The known wrong turns, in the order of the forward pass: what a student's answers may match.

Each is the reference with one step overridden. Two or three are combined by inheritance, the
later step first: ``type("Both", (later.cls, earlier.cls), {})``.

Some overflow or divide by zero on purpose and say nothing to stop NumPy's warnings, since these
may also come from a step that was not overridden: whoever evaluates them does so under
``numpy.errstate(all="ignore")``. A misconception that needs ``x`` or the mask outside their
steps overrides ``forward``; it must be called whole.
"""

from grader.labs.multi_head.misconceptions import (
    av,
    mask,
    mask_fill,
    mask_late,
    mask_values,
    mask_when,
    merge,
    merge_heads,
    out,
    out_after,
    out_extra,
    out_parts,
    out_wk,
    proj,
    proj_heads,
    proj_partial,
    proj_wo,
    scale,
    scale_times,
    score,
    softmax,
    softmax_both,
    softmax_extra,
    softmax_form,
    softmax_sum,
    split,
    split_heads,
    split_partial,
)
from grader.labs.multi_head.misconceptions.declare import declared
from grader.model import Misconception

CATALOGUE: tuple[Misconception, ...] = declared(
    *(proj, proj_wo, proj_partial, proj_heads),
    *(split, split_heads, split_partial),
    score,
    *(scale, scale_times),
    *(mask, mask_when, mask_values, mask_fill, mask_late),
    *(softmax, softmax_sum, softmax_both, softmax_extra, softmax_form),
    av,
    *(merge, merge_heads),
    *(out, out_wk, out_parts, out_extra, out_after),
)
"""Every misconception, in the order of the forward pass."""

by_id: dict[str, Misconception] = {known.id: known for known in CATALOGUE}
"""The same, to be found by id."""
