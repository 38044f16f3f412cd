#!/usr/bin/env bash
# Gradescope runs this once, as root, when the autograder's image is built. The zip holds this
# file, run_autograder and the wheel of mha-grader, all three at its top; see docs/ci.md.
set -euo pipefail
source="${AUTOGRADER_ROOT:-/autograder}/source"
home="${GRADER_HOME:-/opt/mha-grader}"

export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends python3 python3-venv bubblewrap git
python3 -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "mha-grader needs Python 3.11 or newer: choose Ubuntu 24.04 for the autograder's image." >&2
  exit 1
}
python3 -I -m venv "$home"
for wheel in "$source"/mha_grader-*.whl; do
  "$home/bin/python" -I -m pip install --quiet "$wheel"
done
"$home/bin/grade" --version
