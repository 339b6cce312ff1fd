#!/usr/bin/env bash
# Makes dist/firebreak-VERSION-SYSTEM-ARCHITECTURE.tar.gz, on Linux a Python wheel of the same programs, and checksums. The Swift runtime is linked in, and those of the
# C and C++ libraries whose archives are installed; LINKS.txt says what is left to the system.
#
# DIST_CONFIGURATION=debug makes a package quickly, to try the packaging itself. DIST_WHEEL=no makes none, and needs no
# Python.
set -euo pipefail
cd "$(dirname "$0")/.."
configuration="${DIST_CONFIGURATION:-release}"
scratch="${DIST_SCRATCH:-.build-dist}"
out=dist
products=(firebreak)
packages=(yaml-0.1 nettle)
if [ "${DIST_EMULATOR:-yes}" = yes ]; then
  products+=(firebreak-emulator)
  packages+=(sqlite3)
fi

fail() {
  echo "dist: $1" >&2
  exit 1
}
command -v swift >/dev/null || fail "Swift is not installed (no 'swift' in PATH)"

options=(-c "$configuration" --scratch-path "$scratch")
if [ "$(uname -s)" = Linux ]; then
  command -v pkg-config >/dev/null || fail "pkg-config is missing; Debian calls it pkg-config"
  for package in "${packages[@]}"; do
    case "$package" in yaml-0.1) debian=libyaml-dev ;; nettle) debian=nettle-dev ;; *) debian=libsqlite3-dev ;; esac
    pkg-config --exists "$package" || fail "the library $package is missing for pkg-config; Debian calls it $debian"
  done
  # The linker takes an archive only from a folder that has no shared library of the name, and looks first where
  # pkg-config tells it to.
  archives="$PWD/$scratch/archives"
  rm -rf "$archives"
  mkdir -p "$archives/pkgconfig"
  # Any C compiler knows where archives are; the containers of Swift have clang and not always a `cc`.
  compiler=$(command -v "${CC:-cc}" || command -v clang || command -v gcc) || fail "there is no C compiler (cc, clang or gcc)"
  for name in yaml nettle re2 stdc++ sqlite3; do
    file=$("$compiler" -print-file-name="lib$name.a" 2>/dev/null || true)
    if [ -f "$file" ]; then ln -s "$(realpath "$file")" "$archives/lib$name.a"; fi
  done
  for package in "${packages[@]}"; do
    original=$(pkg-config --variable pcfiledir "$package")/$package.pc
    if [ -f "$original" ]; then
      sed "s|^Libs:.*-l|Libs: -L$archives -l|" "$original" >"$archives/pkgconfig/$package.pc"
    fi
  done
  export PKG_CONFIG_PATH="$archives/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
  # FoundationEssentials and RE2 do not say what they need of these.
  options+=(--static-swift-stdlib -Xlinker -l_FoundationCShims -Xlinker -l_FoundationCollections -Xlinker -lstdc++)
fi

for product in "${products[@]}"; do swift build "${options[@]}" --product "$product"; done
bin=$(swift build "${options[@]}" --show-bin-path)

version=$("$bin/firebreak" --version | awk '{print $2}')
name="firebreak-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)"
folder="$out/$name"
rm -rf "$folder" "$out/$name.tar.gz"
mkdir -p "$folder/bin" "$folder/share/man/man1" "$folder/share/completions"
for product in "${products[@]}"; do install -m 755 "$bin/$product" "$folder/bin/"; done
if [ "$configuration" = release ]; then
  strip "$folder"/bin/*
  # A package that grows beyond this has taken in something that nobody meant to ship. A good third of each program is ICU
  # and its data, which Foundation carries along.
  for product in "${products[@]}"; do
    case "$product" in firebreak) megabytes=110 ;; *) megabytes=135 ;; esac
    size=$(wc -c <"$folder/bin/$product")
    if ((size > megabytes * 1000000)); then fail "$product has $size bytes; at most $megabytes MB are meant"; fi
  done
fi
"$bin/firebreak" manual >"$folder/share/man/man1/firebreak.1"
for shell in bash zsh fish; do "$bin/firebreak" completion "$shell" >"$folder/share/completions/firebreak.$shell"; done
cp LICENSE README.md CODES.md "$folder/"

{
  echo "What each program still loads from the system:"
  for program in "$folder"/bin/*; do
    echo
    echo "$(basename "$program"):"
    if command -v readelf >/dev/null; then
      readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/  \1/p'
    else
      otool -L "$program" | sed 1d
    fi
  done
} >"$folder/LINKS.txt"

# The same files give the same archive: no times, no owners, one order. GNU tar and the one of macOS and BSD name these
# options differently.
gnu=
for program in tar gtar; do
  case "$("$program" --version 2>/dev/null)" in *'GNU tar'*) gnu=$program ;; esac
done
if [ -n "$gnu" ]; then
  "$gnu" --sort=name --mtime='UTC 2000-01-01' --owner=0 --group=0 --numeric-owner -C "$out" -cf - "$name"
else
  find "$folder" -exec env TZ=UTC touch -h -t 200001010000 {} +
  (cd "$out" && find "$name" -print | LC_ALL=C sort \
    | tar --no-recursion --format ustar --uid 0 --gid 0 --uname '' --gname '' -cf - -T -)
fi | gzip -n >"$out/$name.tar.gz"
made=("$name.tar.gz")
rm -f "$out"/*.whl
if [ "$(uname -s)" = Linux ] && [ "${DIST_WHEEL:-yes}" = yes ]; then
  command -v python3 >/dev/null || fail "python3 is missing; it makes the wheel"
  packaging/wheel.py "$folder"
  made+=("$(cd "$out" && echo *.whl)")
fi
(
  cd "$out"
  if command -v sha256sum >/dev/null; then sha256sum "${made[@]}"; else shasum -a 256 "${made[@]}"; fi >SHA256SUMS
)
cat "$folder/LINKS.txt"
echo
for file in "${made[@]}"; do echo "Made $out/$file"; done
