"""Lab 01 of phase 15, multi-head attention: what is asked, and what must hold."""

from __future__ import annotations

import inspect

from grader.labs.lab import Lab
from grader.labs.multi_head import (
    asking,
    calls,
    compare,
    exhibits,
    files,
    imports,
    line,
    measure,
    probes,
    right,
    sabotage,
    told,
)
from grader.labs.multi_head.checks import (
    api,
    attention,
    bias,
    constructor,
    drawing,
    forward,
    heatmap,
    heatmap_image,
    initial,
    libraries,
    manifest,
    module,
    single,
    steps,
    style,
    tokens,
    verify,
    whole,
)
from grader.labs.multi_head.checks import files as file_checks
from grader.labs.multi_head.checks import readme as readme_checks
from grader.labs.multi_head.declare import declared
from grader.model import same

LAB = Lab(
    id="15-multi-head",
    title=same("Lab 01 · Multi-head attention"),
    checks=declared(
        *(file_checks, module, libraries, api, constructor, initial, bias),
        *(forward, single, steps, whole, style, verify),
        *(drawing, heatmap_image, heatmap, attention, tokens),
        *(readme_checks, manifest),
    ),
    module=files.module,
    without=imports.ABSENT,
    seeds=calls.SEEDS,
    calls=calls.ALL,
    battery=probes.battery,
    singles=probes.singles,
    more=asking.more,
    error=compare.error,
    plainest=asking.plainest,
    sample=asking.sample,
    trace=line.choose,
    diagnose=told.diagnose,
    verify=files.verify,
    output=files.output,
    output_names=files.output_names,
    sources=files.sources,
    sabotages=sabotage.ALL,
    right=inspect.getsource(right),
    equivalence=measure.single_head_max_diff,
    draw=files.draw,
    image=files.image,
    exhibits=exhibits.exhibits,
)
