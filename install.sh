#!/bin/sh
# Installs Handrail into ~/.local/bin: downloads the binary for this machine, checks its SHA-256, and puts it in place.
# Needs no root. Usage: sh install.sh [--lite] [--dir FOLDER]
#
# HANDRAIL_BASE_URL names the folder of a release on a server; a released copy of this file knows its own.
set -eu

base_url=${HANDRAIL_BASE_URL:-@BASE_URL@}
folder=${HOME:-.}/.local/bin
name=handrail

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

while [ $# -gt 0 ]; do
  case $1 in
    --lite) name=handrail-lite ;;
    --dir)
      [ $# -ge 2 ] || fail "Cannot read --dir: it needs a folder. Write --dir FOLDER"
      folder=$2
      shift
      ;;
    *) fail "Cannot read $1: no such option. Use --lite or --dir FOLDER" ;;
  esac
  shift
done

case $base_url in
  http://* | https://*) ;;
  *) fail "Cannot install: this copy knows no release. Set HANDRAIL_BASE_URL to the address of one" ;;
esac

case $(uname -s) in
  Linux) system=linux ;;
  Darwin) system=macos ;;
  *) fail "Cannot install on $(uname -s): there is no binary for it. On Windows use install.ps1" ;;
esac
case $(uname -m) in
  x86_64 | amd64) machine=x64 ;;
  aarch64 | arm64) machine=arm64 ;;
  *) fail "Cannot install on $(uname -m): there is no binary for it. Run Handrail from source" ;;
esac
if [ "$system" = linux ] && [ -e /etc/alpine-release ]; then
  fail "Cannot install on Alpine: the binary needs glibc. Run Handrail from source"
fi

[ -n "$folder" ] || fail "Cannot read --dir: it needs a folder. Write --dir FOLDER"
nearest=$folder
until [ -e "$nearest" ] || [ "$nearest" = . ]; do nearest=$(dirname "$nearest"); done
if [ ! -d "$nearest" ] || [ ! -w "$nearest" ]; then
  fail "Cannot install into $folder: $nearest is no folder that can be written to. Name another one: --dir FOLDER"
fi
if [ -d "$folder/$name" ]; then
  fail "Cannot install as $folder/$name: it is a folder. Name another place: --dir FOLDER"
fi
command -v sha256sum >/dev/null 2>&1 || command -v shasum >/dev/null 2>&1 ||
  fail "Cannot check the download: neither sha256sum nor shasum is there. Install one of them"

file=$name-$system-$machine.gz
temporary=$(mktemp -d)
new=
trap 'rm -rf "$temporary"; [ -z "$new" ] || rm -f "$new"' EXIT
trap 'exit 130' INT TERM

download() {
  if command -v curl >/dev/null 2>&1; then
    curl --fail --silent --show-error --location --output "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget --quiet --output-document="$2" "$1"
  else
    fail "Cannot download: neither curl nor wget is there. Install one of them"
  fi
}

sha256() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

echo "Downloading $file" >&2
download "$base_url/SHA256SUMS" "$temporary/SHA256SUMS" ||
  fail "Cannot download $base_url/SHA256SUMS. Check the address and the network"
download "$base_url/$file" "$temporary/$file" ||
  fail "Cannot download $base_url/$file. Check the address and the network"

wanted=$(sed -n "s/^\([0-9a-f]\{64\}\)  $file\$/\1/p" "$temporary/SHA256SUMS")
[ -n "$wanted" ] || fail "Cannot check $file: SHA256SUMS does not name it. Nothing was installed"
found=$(sha256 "$temporary/$file")
if [ "$found" != "$wanted" ]; then
  fail "Cannot accept $file: its SHA-256 is $found and should be $wanted. Nothing was installed"
fi

gunzip "$temporary/$file" ||
  fail "Cannot unpack $file. Make room in ${TMPDIR:-/tmp}, or set TMPDIR to a folder with more. Nothing was installed"
mkdir -p "$folder" || fail "Cannot make $folder. Name another folder: --dir FOLDER"
folder=$(CDPATH='' cd "$folder" && pwd)
new=$folder/.$name.new
chmod 755 "$temporary/${file%.gz}"
mv "$temporary/${file%.gz}" "$new" ||
  fail "Cannot write to $folder. Make room there, or name another folder: --dir FOLDER. Nothing was installed"
# What was there before stays unless the new one starts.
version=$("$new" --version) ||
  fail "Cannot accept $file: it does not start on this machine, or not in $folder. Nothing was installed"
# A running program keeps its file: the new one takes its name in one step.
mv -f "$new" "$folder/$name" || fail "Cannot replace $folder/$name. Nothing was installed"
echo "Installed $version as $folder/$name" >&2

case :${PATH:-}: in
  *":$folder:"*) ;;
  *) echo "Add it to your PATH: export PATH=\"$folder:\$PATH\"" >&2 ;;
esac
