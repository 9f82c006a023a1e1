#!/bin/sh
# The kernel built for aarch64, and its tests run there, on an x86-64 machine under emulation.
#
# Run from anywhere:   bench/proofs/aarch64.sh [pytest arguments]
#
# Needs a Debian with gcc-aarch64-linux-gnu and qemu-user-static. Debian's Python 3.11 for arm64
# and wheels for aarch64 are unpacked below build/aarch64; nothing of them is installed. setup.py
# runs in that Python; only the C compiler that it calls is of this machine. Without
# arguments: the search signature, then the kernel's tests. Tests that start processes of their
# own need more than this (binfmt_misc).
set -eu
cd "$(dirname "$0")/../.."
place=$PWD/build/aarch64
root=$place/root site=$place/site apt=$place/apt
python() { qemu-aarch64-static -L "$root" "$root/usr/bin/python3.11" "$@"; }

if [ ! -x "$root/usr/bin/python3.11" ]; then
    mkdir -p "$root" "$apt/lists/partial" "$apt/archives/partial"
    : > "$apt/status"   # as if nothing was installed: all that Python needs is fetched
    set_apt="-o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State=$apt
        -o Dir::State::status=$apt/status -o Dir::Cache=$apt -o Debug::NoLocking=true"
    apt-get $set_apt -q update
    apt-get $set_apt -q install -y --no-install-recommends --download-only libpython3.11-dev python3.11 libstdc++6
    for package in "$apt"/archives/*.deb; do dpkg-deb -x "$package" "$root"; done
fi
if [ ! -d "$site/pytest" ]; then
    python3 -m pip install -q --target "$site" --python-version 3.11 --only-binary=:all: \
        --platform manylinux_2_28_aarch64 --platform manylinux2014_aarch64 \
        "numpy>=2" "joblib>=1.4" "click>=8.1" "pytest>=8" hypothesis endplay \
        "setuptools>=80" "Cython>=3.1,<4" babel
fi
copy=$place/source
rm -rf "$copy"
mkdir -p "$copy"
# A copy, because the compiled libraries are put beside their sources.
cp -r README.md LICENSE pyproject.toml setup.py engine ext solver tests bench "$copy"
find "$copy" -name '*.so' -delete
cd "$copy"
export PYTHONPATH="$site" TRUNFO_STRICT=1
CFLAGS="-I$root/usr/include" python setup.py -q build_ext --inplace
export CI=true   # for hypothesis: examples have no deadline
export PYTHONPATH="$copy/build/tree:$site"
python -c 'import platform, trunfo.ext.kernel as k; print(platform.machine(), k.BUILD, k.__file__)'
if [ $# -eq 0 ]; then
    python bench/proofs/signature.py --check
    set -- tests/ext/test_search.py tests/ext/test_dealer.py tests/ext/test_random.py \
        tests/ext/test_playout.py tests/advice/test_bisca.py tests/test_contract.py tests/ext/test_oracle.py \
        tests/ext/test_dds.py tests/ext/test_multiplayer.pyx tests/ext/test_sobe_kernel.py
fi
python -m pytest -q -p no:cacheprovider "$@"
