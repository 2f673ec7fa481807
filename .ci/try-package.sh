#!/usr/bin/env bash
# What somebody gets who installs the package: packed, installed into an empty folder, and used there.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tarball=$dir/$(npm pack --silent --pack-destination "$dir")
cd "$dir"
mkdir board && cd board
npx --yes --package "$tarball" pegboard init
npx --yes --package "$tarball" pegboard list
npx --yes --package "$tarball" pegboard call find_files '{"pattern":"agents/*/agent.md"}' | grep agents/default/agent.md
