#!/bin/sh
# The kernel's tests under the address and undefined-behaviour sanitizers.
#
# Run from anywhere:   bench/sanitize.sh [pytest arguments]
#
# Builds the variant `checked` (bounds checks and assertions too, see setup.py) in an environment
# of its own, build/sanitize, so that the one in use stays as it is. CPython itself never
# gives everything back, so leaks are not looked for. Needs gcc with libasan.
set -eu
cd "$(dirname "$0")/.."
place=build/sanitize
copy=$place/source
rm -rf "$copy"
mkdir -p "$copy"
# A copy, because an editable install puts the compiled libraries beside their sources.
cp -r README.md pyproject.toml setup.py engine ext solver tests bench "$copy"
find "$copy" -name '*.so' -delete
[ -x $place/venv/bin/python ] || python3 -m venv $place/venv
$place/venv/bin/pip install -q "setuptools>=80" "Cython>=3.1,<4" babel
cd "$copy"
TRUNFO_BUILD=checked ../venv/bin/pip install -q --no-build-isolation -e '.[dev]'
# With the C++ library: its exceptions, thrown by what endplay imports, need it at the start.
preload="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libstdc++.so)"
[ $# -gt 0 ] || set -- tests/test_search.py tests/test_dds.py tests/test_dealer.py \
    tests/test_playout.py tests/test_contract.py tests/test_random.py tests/test_oracle.py \
    tests/test_bisca.py tests/test_several.py tests/test_copas_kernel.py tests/test_sobe_kernel.py \
    tests/test_sobe_e_desce.py tests/test_match_value.py
LD_PRELOAD="$preload" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
    ../venv/bin/python -m pytest -q -p no:cacheprovider "$@"
