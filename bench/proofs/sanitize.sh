#!/bin/sh
# The kernel's tests under the address and undefined-behaviour sanitizers.
#
# Run from anywhere:   bench/proofs/sanitize.sh [pytest arguments]
#
# Builds the variant `checked` (bounds checks and assertions too, see setup.py) in an environment
# of its own, build/sanitize, so that the one in use stays as it is. CPython itself never
# gives everything back, so leaks are not looked for. Needs gcc with libasan.
set -eu
cd "$(dirname "$0")/../.."
place=build/sanitize
copy=$place/source
rm -rf "$copy"
mkdir -p "$copy"
# A copy, because an editable install puts the compiled libraries beside their sources.
cp -r README.md LICENSE pyproject.toml setup.py engine ext solver tests bench "$copy"
find "$copy" -name '*.so' -delete
[ -x $place/venv/bin/python ] || python3 -m venv $place/venv
$place/venv/bin/pip install -q "setuptools>=80" "Cython>=3.1,<4" babel
cd "$copy"
TRUNFO_BUILD=checked ../venv/bin/pip install -q --no-build-isolation -e '.[dev]'
# With the C++ library: its exceptions, thrown by what endplay imports, need it at the start.
preload="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libstdc++.so)"
[ $# -gt 0 ] || set -- tests/ext/test_search.py tests/ext/test_dds.py tests/ext/test_dealer.py \
    tests/ext/test_playout.py tests/test_contract.py tests/ext/test_random.py tests/ext/test_oracle.py \
    tests/advice/test_bisca.py tests/ext/test_multiplayer.pyx tests/ext/test_copas_kernel.py tests/ext/test_sobe_kernel.py \
    tests/advice/test_sobe_e_desce.py tests/advice/test_match_value.py
LD_PRELOAD="$preload" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
    ../venv/bin/python -m pytest -q -p no:cacheprovider "$@"
