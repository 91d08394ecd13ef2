#!/usr/bin/env bash
# Packs the package and installs it where nothing else is: it needs no other package, runs nothing when it is installed,
# and works. A Node that is too old is named.
#   npm run test:package
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm pack --silent --ignore-scripts --pack-destination "$folder" >/dev/null
cd "$folder"
npm install --silent --offline --global --prefix "$folder/global" ./detect-off-topic-*.tgz
modules="$folder/global/lib/node_modules"
packages=$(find "$modules" -name package.json -path '*/node_modules/*' -not -path '*/fixtures/*' | wc -l)
megabytes=$(du -sm "$modules" | cut -f1)
echo "$packages package(s), $megabytes MB"
test "$packages" -le 5
test "$megabytes" -le 15
# Behind `!` bash would go on after a failure.
if grep -rEl --include=package.json '"(preinstall|install|postinstall)":' "$modules"; then exit 1; fi
command="$folder/global/bin/detect_off_topic"
"$command" --version
"$command" -q -i warc="$modules/detect-off-topic/fixtures/collection" -ot golddatafile -o verdicts.tsv
test "$(wc -l <verdicts.tsv)" -gt 50
# One real Node that is too old. A test of the suite imitates others (test/cli/exit-status.test.ts).
npm install --silent --no-save --no-audit --no-fund --prefix "$folder/node-16" "node@16"
status=0
node-16/node_modules/.bin/node "$modules/detect-off-topic/bin/detect_off_topic.js" --version 2>said || status=$?
test "$status" -eq 2
grep -q "needs Node 20.19.0 or later, this is v16" said
