"""Lab 01 of phase 15, multi-head attention: what is asked, and what must hold."""

from __future__ import annotations

from grader.labs.lab import Lab
from grader.labs.multi_head import (
    asking,
    calls,
    compare,
    exhibits,
    files,
    line,
    probes,
    sabotage,
    told,
)
from grader.labs.multi_head.checks import (
    api,
    attention,
    bias,
    constructor,
    forward,
    heatmap,
    heatmap_image,
    initial,
    manifest,
    module,
    single,
    steps,
    style,
    whole,
)
from grader.labs.multi_head.checks import files as file_checks
from grader.labs.multi_head.declare import declared

LAB = Lab(
    id="15-multi-head",
    checks=declared(
        *(file_checks, module, api, constructor, initial, bias),
        *(forward, single, steps, whole, style, heatmap_image, heatmap, attention, manifest),
    ),
    module=files.module,
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
    sabotages=sabotage.ALL,
    draw=files.draw,
    image=files.image,
    exhibits=exhibits.exhibits,
)
