#!/bin/sh
# The kernel's tests under the address and undefined-behaviour sanitizers.
#
# Run from anywhere, with `.[dev]` installed:   bench/proofs/sanitize.sh [pytest arguments]
#
# Builds the variant `checked` (bounds checks and assertions too, see setup.py) in a copy of its own,
# build/sanitize, beside which the one in use stays as it is. CPython itself never gives everything
# back, so leaks are not looked for. Needs gcc with libasan.
set -eu
cd "$(dirname "$0")/../.."
copy=build/sanitize/source
rm -rf "$copy"
mkdir -p "$copy"
cp -r README.md LICENSE pyproject.toml setup.py engine ext solver tests bench docs examples "$copy"
find "$copy" -name '*.so' -delete
python=${PYTHON:-$PWD/.venv/bin/python}
cd "$copy"
export TRUNFO_BUILD=checked TRUNFO_GAMES="$PWD/tests/games"
"$python" setup.py -q build_ext --inplace
touch build/tests-checked.built    # the session would compile without what is preloaded below
export PYTHONPATH="$PWD/build/tree"
# With the C++ library: its exceptions, thrown by what endplay imports, need it at the start.
preload="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libstdc++.so)"
[ $# -gt 0 ] || set -- tests/ext tests/test_contract.py tests/advice/test_bisca.py \
    tests/advice/test_bisca4.py tests/advice/test_sobe_e_desce.py tests/advice/test_match_value.py
LD_PRELOAD="$preload" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
    "$python" -m pytest -q -p no:cacheprovider "$@"
