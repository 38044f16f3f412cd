"""Scripts that draw: right ones however odd, and wrong ones with what must be said of them."""

from __future__ import annotations

from tests.students import LAB, RIGHT, but

MHA = f"{LAB}/mha.py"
KEEPS = but(
    "        joined = (softmax(scores) @ V)",
    "        self.attention = softmax(scores)\n        joined = (self.attention @ V)",
)
"""The right class, which keeps its attention."""
HEAD = """\
import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
import matplotlib.pyplot as plt
import numpy as np
from minimodel.attention.attention import MultiHeadAttention
tokens = "<bos> I work , you work , he".split()
rng = np.random.default_rng(14)
words = {t: rng.standard_normal(64) for t in dict.fromkeys(tokens)}
mha = MultiHeadAttention(64, 4, seed=0)
mha.forward(np.stack([words[t] for t in tokens]))
A = mha.attention
"""
PLAIN = """\
fig, axes = plt.subplots(2, 2)
for h, ax in enumerate(axes.flat):
    ax.imshow(A[h], cmap="viridis")
    ax.set_xticks(range(8), tokens)
    ax.set_yticks(range(8), tokens)
fig.savefig("heatmap.png")
"""


def change(*changes: str) -> str:
    """The plain drawing with parts replaced."""
    return but(*changes, text=PLAIN)


RIGHT_WAYS = {
    "imshow, one grid of axes": PLAIN,
    "matshow, labels on top": change('imshow(A[h], cmap="viridis")', "matshow(A[h])"),
    "the pyplot interface": """\
for h in range(4):
    plt.subplot(2, 2, h + 1)
    plt.imshow(A[h])
    plt.xticks(range(8), tokens, rotation=90)
    plt.yticks(range(8), tokens)
    plt.colorbar()
plt.tight_layout()
plt.savefig("heatmap.png", dpi=150, bbox_inches="tight")
plt.show()
""",
    "add_subplot with a GridSpec": """\
from matplotlib.gridspec import GridSpec
fig = plt.figure(constrained_layout=True)
grid = GridSpec(2, 2, figure=fig)
for h in range(4):
    ax = fig.add_subplot(grid[h // 2, h % 2])
    fig.colorbar(ax.imshow(A[h]), ax=ax)
    ax.set_xticks(np.arange(8)); ax.set_xticklabels(tokens, rotation=45)
    ax.set_yticks(np.arange(8)); ax.set_yticklabels(tokens)
fig.savefig(Path(__file__).parent / "heatmap.png")
""",
    "subplot_mosaic, and one colour bar for all": """\
fig, axes = plt.subplot_mosaic([["a", "b"], ["c", "d"]])
for h, ax in enumerate(axes.values()):
    drawn = ax.imshow(A[h], vmin=0, vmax=1)
    ax.set(xticks=range(8), yticks=range(8), xticklabels=tokens, yticklabels=tokens)
fig.colorbar(drawn, ax=list(axes.values()))
fig.savefig("heatmap.png")
""",
    "shared axes": change("plt.subplots(2, 2)", "plt.subplots(2, 2, sharex=True, sharey=True)"),
    "shared axes, with captions for all of them": change(
        "plt.subplots(2, 2)",
        "plt.subplots(2, 2, sharex=True, sharey=True)",
        "fig.savefig",
        'fig.supxlabel("attended token"); fig.supylabel("attending token"); '
        'fig.text(0.01, 0.5, "query", rotation=90); fig.savefig',
    ),
    "labels at the outer edge only": change("    ax.set_y", "    ax.label_outer()\n    ax.set_y"),
    "pcolormesh, turned, labels at the middles": """\
fig, axes = plt.subplots(2, 2)
for h, ax in enumerate(axes.flat):
    ax.pcolormesh(A[h], shading="auto"); ax.invert_yaxis()
    ax.set_xticks(np.arange(8) + 0.5, tokens); ax.set_yticks(np.arange(8) + 0.5, tokens)
fig.savefig("heatmap.png")
""",
    "pcolormesh, not turned, labels at the edges": """\
fig, axes = plt.subplots(2, 2)
for h, ax in enumerate(axes.flat):
    ax.pcolormesh(A[h], edgecolors="w")
    ax.set_xticks(range(8), tokens); ax.set_yticks(range(8), tokens)
fig.savefig("heatmap.png")
""",
    "the origin below, values and labels turned": change(
        'A[h], cmap="viridis"', 'A[h][::-1], origin="lower"', "yticks(range(8), tokens", "yticks(range(8), tokens[::-1]"
    ),
    "the origin below, nothing turned": change('cmap="viridis"', 'origin="lower"'),
    "a formatter that is a function": """\
from matplotlib.ticker import FixedLocator, FuncFormatter
fig, axes = plt.subplots(2, 2)
for h, ax in enumerate(axes.flat):
    ax.imshow(A[h])
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(FixedLocator(range(8)))
        axis.set_major_formatter(FuncFormatter(lambda x, _: tokens[int(x)]))
fig.savefig("heatmap.png")
""",
    "texts put there by hand, colours made by hand": """\
fig, axes = plt.subplots(2, 2)
for h, ax in enumerate(axes.flat):
    ax.imshow(plt.cm.viridis(A[h])); ax.axis("off")
    for i, token in enumerate(tokens):
        ax.text(i, 8, token, ha="center"); ax.text(-1, i, token, ha="right")
        ax.text(i, i, "0.1", color="w")
fig.savefig("heatmap.png")
""",
    "places before the tokens": change("tokens)\n    ax.set_y", "[f'{i}:{t}' for i, t in enumerate(tokens)])\n    ax.set_y"),
    "tokens as a tokeniser spells them": change(
        "fig, axes", 'tokens = ["[BOS]", "▁I", "Ġwork", "\',\'", "You", "work (2)", ", (2)", "he"]\nfig, axes'
    ),
    "the class through the package": PLAIN.replace(
        "fig, axes", "import minimodel.attention\nfig, axes", 1
    ),
    "a window on the author's computer": "import matplotlib; matplotlib.use('TkAgg')\n" + PLAIN + "plt.show()\n",
    "a folder of the author's computer": change('"heatmap.png"', '"/home/ana/lab/heatmap.png"'),
    "another figure after it": PLAIN + "plt.figure(); plt.plot([1, 2]); plt.savefig('loss.png')\n",
    "only shown": change('fig.savefig("heatmap.png")', "plt.show()"),
    "saved by its canvas": change('fig.savefig("heatmap.png")', 'fig.canvas.print_png("heatmap.png")'),
    "slow": "import time\nend = time.process_time() + 11\nwhile time.process_time() < end: pass\n" + PLAIN,
    "arguments that have defaults": "import argparse\nargparse.ArgumentParser().parse_args()\n" + PLAIN,
}  # fmt: skip
"""All of these draw the four maps with the tokens on both axes."""

FOLDERS = {
    "its own folder": 'open("mha.py").close()\n',
    "the root": f'open("{MHA}").close()\n',
}

WRONG_LABELS = {
    "none": (
        change("range(8), tokens", "[]"),
        0,
        "the horizontal axis of 4 of the 4 maps: it has no labels",
    ),
    "one axis only": (
        change("    ax.set_yticks(range(8), tokens)\n", "    ax.set_yticks([])\n"),
        1,
        "the vertical axis of 4 of the 4 maps: it has no labels",
    ),
    "one map only": (
        change("    ax.set_x", "    if h: continue\n    ax.set_x"),
        0,
        "the horizontal axis of 3 of the 4 maps: it shows numbers",
    ),
    "numbers": (
        change("range(8), tokens", "range(8)"),
        0,
        "it shows numbers (`0 1 2 3 4 5 6 7`) and not the tokens",
    ),
    "labels without places": (
        change("ax.set_xticks(range(8), tokens)", "ax.set_xticklabels(tokens)"),
        1,
        "the tokens are not at their places: it shows `I · work · , · you ·`",
    ),
    "every other one": (
        change("ax.set_xticks(range(8), tokens)", "ax.set_xticks(range(0, 8, 2), tokens[::2])"),
        1,
        "only some of the eight tokens are there (`<bos> · work · you · , ·`)",
    ),
    "another sequence": (
        change("fig, axes", "tokens = 'I work , you work , he ___'.split()\nfig, axes"),
        0,
        "the sequence of the phase's first page; the lab fixes `<bos> I work , you work , he`",
    ),
    "no <bos>": (
        change("fig, axes", "tokens = 'I work , you work , he works'.split()\nfig, axes", "range(8), t", "range(8), ['', *t[:-1]] if 0 else t"),
        0,
        "the sequence of the phase's first page",
    ),
    "moved by one": (
        change("range(8), tokens", "range(8), tokens[1:] + tokens[:1]"),
        0,
        "the tokens are not at their places: it shows `I work , you work , he <bos>`",
    ),
    "turned, and the values not": (
        change("ax.set_yticks(range(8), tokens)", "ax.set_yticks(range(8), tokens[::-1])"),
        1,
        "run against the values",
    ),
    "braces and escapes": (
        change("range(8), tokens", "range(8), ['{x}', '{', '%s', '\\x1b[1m'] * 2"),
        0,
        "it shows `{x} { %s",
    ),
}  # fmt: skip
"""By name: the code, the points that are earned, and the words."""

FAILED, REVIEW, BLOCKED = "failed", "review", "blocked"
WRONG_SCRIPTS = {
    "an exception": (HEAD + "1 / 0\n", FAILED, "ZeroDivisionError", BLOCKED),
    "a syntax error": (HEAD + "def (\n", FAILED, "SyntaxError", BLOCKED),
    "not written yet": (HEAD + "raise NotImplementedError\n", FAILED, "not written yet", BLOCKED),
    "another exit code": (HEAD + PLAIN + "sys.exit(3)\n", FAILED, "exit code 3", "passed"),
    "an exception after saving": (HEAD + PLAIN + "1 / 0\n", FAILED, "ZeroDivisionError", "passed"),
    "no figure": (HEAD, FAILED, "saves no figure", BLOCKED),
    "a figure without a map": (HEAD + "plt.plot([1]); plt.savefig('heatmap.png')\n", REVIEW, "no heat map can be recognised", REVIEW),
    "a picture drawn by hand": (HEAD + "from PIL import Image; Image.new('RGB', (9, 9)).save('heatmap.png')\n", REVIEW, "no heat map can be recognised", REVIEW),
    "a class of its own": (
        RIGHT.replace("scores = Q", "scores = self.scores = Q") + HEAD.replace("from minimodel.attention.attention import MultiHeadAttention\n", "") .replace("mha.attention", "softmax(mha.scores)") + PLAIN,
        FAILED, "it defines an attention class of its own", "passed",
    ),
    "no class at all": (HEAD.partition("from minimodel")[0] + "tokens = '<bos> I work , you work , he'.split()\nA = np.ones((4, 8, 8)) / 8\n" + PLAIN, FAILED, "it never imports MultiHeadAttention", "passed"),
    "the class unused": (HEAD.replace("mha = MultiHeadAttention(64, 4, seed=0)\nmha.forward", "len").replace("mha.attention", "np.ones((4, 8, 8)) / 8") + PLAIN, FAILED, "makes no object", "passed"),
    "another size": (HEAD.replace("(64, 4", "(64, 8") + PLAIN, FAILED, "with d_model=64 and n_heads=8", "passed"),
    "a library that is not here": ("import seaborn\n" + HEAD + PLAIN, REVIEW, "seaborn, which is not installed", REVIEW),
    "PyTorch": ("import torch\ntorch.manual_seed(0)\n" + HEAD + PLAIN, BLOCKED, "PyTorch, which this lab does without", BLOCKED),
    "a window": (HEAD + PLAIN + "plt.get_current_fig_manager().window.showMaximized()\n", REVIEW, "there is no screen", "passed"),
    "a program": ("import os\nos.system('true') and None\nimport subprocess\nsubprocess.run(['true'])\n" + HEAD + PLAIN, REVIEW, "starts a program", REVIEW),
    "an end by force": (HEAD + PLAIN + "import os; os._exit(0)\n", REVIEW, "os._exit", BLOCKED),
    "no way to its imports": (HEAD.replace("sys.path.insert", "(lambda *_: 0)").replace("minimodel.attention.attention", "minimodel.atencion") + PLAIN, FAILED, "No module named 'minimodel.atencion'", BLOCKED),
}  # fmt: skip
"""By name: the code, the outcome of ``mha-runs``, the words, the outcome of ``heatmap-tokens``."""
