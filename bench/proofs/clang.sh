#!/bin/sh
# The kernel compiled by clang, every warning an error, and its tests.
#
# Run from anywhere:   bench/proofs/clang.sh [pytest arguments]
#
# In a copy of its own, build/clang, beside which the one in use stays as it is. Needs clang.
set -eu
cd "$(dirname "$0")/../.."
place=build/clang
copy=$place/source
rm -rf "$copy"
mkdir -p "$copy"
cp -r README.md LICENSE pyproject.toml setup.py engine ext solver tests bench docs examples "$copy"
find "$copy" -name '*.so' -delete
python=${PYTHON:-$PWD/.venv/bin/python}
cd "$copy"
export CC=clang LDSHARED="clang -shared" TRUNFO_STRICT=1 TRUNFO_GAMES="$PWD/tests/games"
"$python" setup.py -q build_ext --inplace
export PYTHONPATH="$PWD/build/tree"
[ $# -gt 0 ] || set -- tests/ext tests/test_contract.py
"$python" -m pytest -q -p no:cacheprovider "$@"
