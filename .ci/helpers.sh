# What .ci/run and .ci/long share: tools, steps, the sum. They source it from the top of the checkout.
# shellcheck shell=bash
# shellcheck disable=SC2034 # used by those who source it

export CARGO_TERM_COLOR=never CARGO_INCREMENTAL=0 DEBIAN_FRONTEND=noninteractive
NIGHTLY="${LANESUM_NIGHTLY:-nightly}"
MINIMUM_RUST=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
TESTS='^test result:|^     Running|^   Doc-tests|^not run:'

logs=$(mktemp -d)
# What still runs in the background ends with it.
trap 'jobs -p | xargs -r -n 1 pkill -P || true; rm -rf "$logs"' EXIT
started=$SECONDS
not_checked=() times=()
target=${CARGO_TARGET_DIR:-target}

# What the kernel (not lanesum) says about the processor, against the needs in the library's table of backends. A backend that the processor has
# and lanesum does not see fails the test `required_backends` and the conformance run.
required_backends() {
    git grep -hE '^(    [A-Z][A-Za-z0-9]* "[a-z0-9-]+" needs |const [A-Z0-9]+: Features = )' -- '*backend.rs' |
        awk -v flags=" $(sed -n 's/^\(flags\|Features\)[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1) " '
            # The kernel has other words for some.
            BEGIN { kernel["sse41"] = "sse4_1"; kernel["sha"] = "sha_ni"; kernel["neon"] = "asimd" }
            /^const/ { name = $2; sub(":.*", "", name); sub(".*= ", ""); constants[name] = $0; next }
            { gsub("\"", "", $2); names[++n] = $2; needs[n] = $4 }
            END {
                for (i = 1; i <= n; i++) {
                    text = needs[i]
                    for (name in constants) gsub("[(]" name "[)]", "(" constants[name] ")", text)
                    # A constant may name another one.
                    for (name in constants) gsub("[(]" name "[)]", "(" constants[name] ")", text)
                    has = 1
                    while (match(text, "Features::[A-Z0-9]+")) {
                        feature = tolower(substr(text, RSTART + 10, RLENGTH - 10))
                        text = substr(text, RSTART + RLENGTH)
                        if (!index(flags, " " (feature in kernel ? kernel[feature] : feature) " ")) has = 0
                    }
                    if (has) print names[i]
                }
            }'
}
if [ -z "${LANESUM_REQUIRED_BACKENDS-}" ]; then LANESUM_REQUIRED_BACKENDS=$(required_backends | xargs); fi
export LANESUM_REQUIRED_BACKENDS
case $LANESUM_REQUIRED_BACKENDS in *portable*) ;; *) echo "FAILED: no list of backends" && exit 1 ;; esac

heading() { printf '\n== %s\n' "$1"; }

# fetch COMMAND...: whether something could be installed; the end of what the command said where it could not.
fetch() {
    if "$@" >"$logs/fetch" 2>&1; then return 0; fi
    tail -n 3 "$logs/fetch" | sed 's/^/   | /'
    return 1
}

# skip CHECK WHAT: the one line for a check that cannot be made.
skip() {
    not_checked+=("not checked: $1 (could not fetch $2)")
    echo "${not_checked[-1]}"
}

# step NAME PATTERN COMMAND...: runs the command; of its output only the lines that match are shown, or its end if it fails.
step() {
    local name=$1 pattern=$2 begun=$SECONDS log
    shift 2
    log="$logs/$(printf '%03d' "$(find "$logs" -name '*.log' | wc -l)").log"
    heading "$name"
    # In the background, since bash ignores `set -e` in what a condition calls.
    "$@" >"$log" 2>&1 </dev/null &
    if ! wait $!; then
        tail -n 150 "$log"
        printf '\nFAILED: %s: %s\n' "$name" "$*"
        exit 1
    fi
    if [ -n "$pattern" ]; then grep -E "$pattern" "$log" || true; fi
    times+=("$(printf '%5d s  %s' $((SECONDS - begun)) "$name")")
    echo "   ok, $((SECONDS - begun)) s"
}

install() {
    if [ -z "${updated-}" ]; then fetch apt-get update -qq || true; fi
    updated=yes
    fetch apt-get install -y -qq "$@" || true
}

has_component() { cargo "$1" --version >/dev/null 2>&1; }

# The compilers, without which nothing runs, and what the rivals of lanesum-bench, which are libraries in C, need.
tools() {
    local packages=() tool component
    heading "tools"
    command -v cc >/dev/null || packages+=(build-essential)
    command -v git >/dev/null || packages+=(git)
    command -v openssl >/dev/null || packages+=(openssl)
    if [ ${#packages[@]} -gt 0 ]; then install "${packages[@]}"; fi
    bench_tools >/dev/null 2>&1 || install libssl-dev pkg-config cmake perl
    # With one selection of packages each crate has one set of features, and is compiled once. So there are two: the product's, that of the
    # README's `cargo test`, and OTHERS.
    WORKSPACE=(--workspace) OTHERS=(-p xtask -p lanesum-bench -p lanesum-timing)
    if ! bench_tools >/dev/null 2>&1; then
        WORKSPACE+=(--exclude lanesum-bench) OTHERS=(-p xtask -p lanesum-timing)
        skip "lanesum-bench" "libssl-dev, pkg-config, cmake or perl"
    fi
    for tool in cc git cargo rustup; do
        command -v $tool >/dev/null || { echo "FAILED: tools: there is no $tool, and it could not be installed"; exit 1; }
    done
    for component in rustfmt:fmt clippy:clippy; do
        has_component "${component#*:}" || fetch rustup component add "${component%:*}" || true
    done
    cargo --version
    rustc --version
    # The processor without the machine's name.
    sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1 || true
    echo "backends required: $LANESUM_REQUIRED_BACKENDS"
}
bench_tools() { command -v cmake && command -v perl && command -v pkg-config && pkg-config --exists openssl; }

# The command `openssl` of OpenSSL 3.5, the first with SLH-DSA: the machine's, or Debian 13's with its own libraries.
get_openssl() {
    openssl=(openssl)
    if openssl list -signature-algorithms 2>/dev/null | grep -q SLH-DSA; then return; fi
    [ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] || return 1
    local mirror=http://deb.debian.org/debian folder=$logs/openssl file
    mkdir -p "$folder"
    curl -sSf "$mirror/dists/trixie/main/binary-amd64/Packages.xz" | xz -d >"$folder/packages" || return 1
    for file in $(awk '/^Package: / { wanted = $2 ~ /^(openssl|libssl3t64|libc6|libzstd1|zlib1g)$/ } wanted && /^Filename/ { print $2 }' "$folder/packages"); do
        curl -sSf -o "$folder/one.deb" "$mirror/$file" && dpkg-deb -x "$folder/one.deb" "$folder" || return 1
    done
    openssl=("$folder/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" --library-path "$folder/usr/lib/x86_64-linux-gnu" "$folder/usr/bin/openssl")
}

# What the OpenSSL provider needs: `tools` has installed libssl-dev for the rivals, if it could.
openssl_headers() {
    command -v make && command -v openssl && echo '#include <openssl/core_dispatch.h>' | cc -E -o /dev/null -xc -
}

# The decoders of the prover, in target/prover.
get_prover() {
    "$target/prover/bin/python" -c 'import iced_x86, capstone' 2>/dev/null && return
    fetch python3 -m venv "$target/prover" && fetch "$target/prover/bin/python" -m pip install --quiet iced-x86 capstone
}

# Rust's library for WebAssembly, and an engine for the prover to compare with.
get_wasm() {
    fetch rustup target add wasm32-unknown-unknown || return 1
    "$target/prover/bin/python" -c 'import wasmtime' 2>/dev/null || fetch "$target/prover/bin/python" -m pip install --quiet wasmtime
}

# wine, a compiler and Rust's library for Windows, with two drives and what the tests are told of them, in target/wine.
get_wine() {
    local folder system
    folder="$(realpath -m "$target")/wine"
    find_wine() { WINE=$(command -v wine64 || command -v /usr/lib/wine/wine64) && command -v x86_64-w64-mingw32-gcc >/dev/null; }
    [ "$(uname -sm)" = "Linux x86_64" ] || return 1
    find_wine || install gcc-mingw-w64-x86-64 wine64
    find_wine && fetch rustup target add x86_64-pc-windows-gnu || return 1
    mkdir -p "$folder/x" "$folder/y" "$folder/prefix"
    export WINEPREFIX="$folder/prefix" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml=;bcryptprimitives=n,b' LANESUM_TEST_DRIVES=XY
    export LANESUM_WINE_LOADER=$WINE CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$WINE
    LANESUM_WINE="$(realpath -m "$target")/x86_64-pc-windows-gnu/debug/lanesum.exe" && export LANESUM_WINE
    # One server for all programs: each would wait a second for its own. It ends a minute after the last one.
    "${WINE%/*}/wineserver" -p60 </dev/null >/dev/null 2>&1 || :
    fetch "$WINE" wineboot --init || return 1
    ln -sfn "$folder/x" "$WINEPREFIX/dosdevices/x:"
    ln -sfn "$folder/y" "$WINEPREFIX/dosdevices/y:"
    # wine 8 lacks it, and Rust's std takes its random numbers from it.
    system="$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
    [ -e "$system" ] || x86_64-w64-mingw32-gcc -shared -o "$system" -xc - -ladvapi32 <<'END'
#include <windows.h>
BOOLEAN WINAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, size); }
END
}

# liboqs's XMSS, which the tests of the signatures ask: its sources, and OpenSSL's hashes.
get_liboqs_xmss() { openssl_headers >/dev/null 2>&1 && fetch crates/signatures/tests/liboqs/build fetch; }

conformance() {
    local arguments=() backend
    for backend in $LANESUM_REQUIRED_BACKENDS; do arguments+=(--require "$backend"); done
    "$target/debug/xtask" conformance "${arguments[@]}" "$@"
}

have_miri() {
    cargo "+$NIGHTLY" miri --version && [ -d "$(rustc "+$NIGHTLY" --print sysroot)/lib/rustlib/src/rust/library" ]
}
get_miri() {
    have_miri >/dev/null 2>&1 ||
        fetch rustup toolchain install "$NIGHTLY" --profile minimal --component miri,rust-src
}

# cargo-fuzz, with a nightly compiler; on the path from then on.
get_fuzz() {
    cargo "+$NIGHTLY" --version >/dev/null 2>&1 || fetch rustup toolchain install "$NIGHTLY" --profile minimal || return 1
    PATH="$PWD/target/tools/bin:$PATH"
    has_component fuzz || fetch cargo install --quiet --locked --root target/tools cargo-fuzz
}

# mdbook; on the path from then on.
get_mdbook() {
    PATH="$PWD/target/tools/bin:$PATH"
    command -v mdbook >/dev/null ||
        fetch cargo install --quiet --locked --root target/tools mdbook --no-default-features --features search
}

# aarch64, on a machine that is another: a cross compiler, and qemu's emulation of a process.
AARCH64=aarch64-unknown-linux-gnu
AARCH64_PACKAGES="gcc-aarch64-linux-gnu qemu-user"
aarch64_tools() { command -v aarch64-linux-gnu-gcc && command -v aarch64-linux-gnu-objdump && command -v qemu-aarch64; }
get_aarch64() {
    # shellcheck disable=SC2086
    aarch64_tools >/dev/null || install $AARCH64_PACKAGES
    aarch64_tools >/dev/null && fetch rustup target add $AARCH64
}
# The processors of qemu that the tests run on, and what is to be there: all that it has, and one without SHA-3.
AARCH64_CPUS="max cortex-a72"
aarch64_backends() {
    echo portable portable32 compact compact-rolled neon sha2-ce
    if [ "$1" = max ]; then echo neon-sha3 sha512-ce; fi
}
aarch64_qemu() { qemu-aarch64 -L /usr/aarch64-linux-gnu -cpu "$@"; }
# aarch64_cargo CPU ARGUMENT...: what it runs, it runs on that processor.
aarch64_cargo() {
    CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu -cpu $1" \
        LANESUM_REQUIRED_BACKENDS=$(aarch64_backends "$1" | xargs) CARGO_BUILD_TARGET=$AARCH64 cargo "${@:2}"
}

# The environment of the laboratory, in target/lab.
lab_tools() {
    command -v arm-linux-gnueabihf-gcc && command -v aarch64-linux-gnu-gcc && command -v qemu-aarch64 &&
        command -v iverilog && command -v yosys && [ -d /usr/share/qflow/tech/osu018 ] && python3 -m venv --help
}
LAB_PACKAGES="gcc-arm-linux-gnueabihf gcc-aarch64-linux-gnu iverilog yosys qflow-tech-osu018 qemu-user python3-venv"
get_lab() {
    # shellcheck disable=SC2086
    lab_tools >/dev/null 2>&1 || install $LAB_PACKAGES
    # For the core in RTL. Without them the report says that it has no figures of it.
    command -v verilator >/dev/null && command -v riscv64-unknown-elf-gcc >/dev/null || install verilator gcc-riscv64-unknown-elf
    lab_tools >/dev/null 2>&1 && fetch python3 -m venv target/lab &&
        fetch target/lab/bin/python -m pip install --quiet -e 'lab[dev,core]'
}

# The environment of the Python package, in target/python: what its tests need, from the list in its pyproject.toml.
PYTHON_PACKAGES="python3-venv libpython3.11-testsuite"
get_python() {
    local needs
    # shellcheck disable=SC2086
    { command -v python3 >/dev/null && python3 -m venv --help >/dev/null 2>&1; } || install $PYTHON_PACKAGES
    # The tests of CPython, which some distributions pack by themselves.
    python3 -c 'import test.test_hashlib' >/dev/null 2>&1 || install libpython3.11-testsuite
    needs=$(sed -n '/^dev = \[/,/^\]/s/^ *"\(.*\)",$/\1/p' bindings/python/pyproject.toml)
    # shellcheck disable=SC2086
    fetch python3 -m venv target/python && fetch target/python/bin/python -m pip install --quiet 'maturin>=1.9,<2' $needs
}
# pip, maturin and clippy with one folder for what they compile: pyo3 and the library are compiled once.
python_cargo() { CARGO_TARGET_DIR=$(realpath -m "$target/bindings") "$@"; }
# The README's `pip install` in a new environment, and its lines of Python there.
python_readme() {
    python3 -m venv --clear target/python-new
    python_cargo target/python-new/bin/python -m pip install --quiet ./bindings/python
    sed -n '/^```python$/,/^```$/{//!p}' README.md >"$logs/readme.py"
    grep -q '^import lanesum' "$logs/readme.py"
    (cd / && "$OLDPWD/target/python-new/bin/python" -W error "$logs/readme.py")
}
# The wheel as it is released, in a new folder; installed into the environment. `python_readme` has compiled it.
python_wheel() {
    local wheel
    rm -rf "$logs/wheels"
    [ -x target/python-new/bin/python ] || python3 -m venv target/python-new
    python_cargo target/python/bin/maturin build --quiet --release --locked \
        --manifest-path bindings/python/Cargo.toml --interpreter target/python-new/bin/python --out "$logs/wheels"
    wheel=$(ls "$logs"/wheels/*.whl)
    target/python/bin/python -m pip install --quiet --no-deps --force-reinstall "$wheel"
}
# Ray, a real S3 server (by the Go proxy), and the command, for the tests of lanesum.scale.
get_scale() {
    command -v go >/dev/null || install golang-go
    fetch target/python/bin/python -m pip install --quiet 'ray[data]>=2.40' 'botocore>=1.36' 'obstore>=0.8' psutil || return 1
    [ -x "$target/go/bin/versitygw" ] || GOPATH=$(realpath -m "$target/go") GOFLAGS=-modcacherw \
        fetch go install -ldflags='-s -w' github.com/versity/versitygw/cmd/versitygw@v1.8.0 || true
}
# scale_tests [NAME=VALUE...]: what is missing is skipped, and shown.
scale_tests() {
    local python="$PWD/target/python/bin/python"
    LANESUM_S3_SERVER=$(realpath "$target/go/bin/versitygw" || true) LANESUM_COMMAND=$(realpath "$target/debug/lanesum") \
        env "$@" "$python" -m pytest bindings/python/tests/scale -c bindings/python/pyproject.toml -p no:cacheprovider -rs 2>&1 |
        tee "$logs/pytest-scale"
    sed -n 's/^=* *\([0-9]* passed.*[0-9.]*s\).*/test result: \1/p' "$logs/pytest-scale"
}

# What took how long, what was not checked, and how many tests passed: the last line.
finish() {
    heading "sum"
    echo "all of it took $((SECONDS - started)) s:"
    printf '%s\n' "${times[@]}" | sort -rn
    # What codegen and weight could not check, once more, and the tests that lacked something.
    while read -r line; do not_checked+=("$line"); done < <(grep -hE '^not (checked|run): ' "$logs"/*.log | sort -u || true)
    if [ ${#not_checked[@]} -gt 0 ]; then printf '%s\n' "${not_checked[@]}"; fi
    cat "$logs"/*.log | awk '/^test result:/ { for (i = 2; i <= NF; i++) {
            if ($i ~ /^passed/) passed += $(i - 1); if ($i ~ /^failed/) failed += $(i - 1); if ($i ~ /^ignored/) ignored += $(i - 1) } }
        END { if (ignored > 0) printf "%d tests are only run when asked for (--ignored)\n", ignored
            printf "%d passed, %d failed\n", passed, failed; exit passed == 0 || failed > 0 }'
}
