#!/usr/bin/env bash
# Runs the jobs of examples/hadoop-streaming/README.md with Hadoop's local job runner, on made WARC files with revisits
# across files, and compares the merged results with those of the plain command.
#   test/world/hadoop/run.sh
# Needs Java and Maven, which fetches Hadoop; prints "skipped" where there is none.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
example=$root/examples/hadoop-streaming
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v java >/dev/null && command -v mvn >/dev/null || { echo "skipped: there is no Java or no Maven"; exit 0; }
mvn -q -B -f "$root/test/world/hadoop/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/jars" ||
  { echo "skipped: Hadoop cannot be installed here"; exit 0; }

# The package as npm installs it, and Hadoop's command as far as the example uses it.
export npm_config_prefix=$work PATH=$work/bin:$PATH
npm install --silent --global --no-audit --no-fund "$(cd "$root" && npm pack --silent --ignore-scripts --pack-destination "$work" | sed "s#^#$work/#")"
cat >"$work/bin/hadoop" <<EOF
#!/usr/bin/env bash
case \$1 in
  jar) main=org.apache.hadoop.streaming.HadoopStreaming; shift 2 ;;
  fs) main=org.apache.hadoop.fs.FsShell; shift ;;
esac
exec java -Dhadoop.tmp.dir="$work/tmp" -cp "$work/conf:$work/jars/*" "\$main" "\$@"
EOF
chmod +x "$work/bin/hadoop"
mkdir "$work/conf"
echo "<configuration/>" >"$work/conf/core-site.xml"

cd "$work"
node "$root/examples/spark/make-warcs.mjs" "$work/warcs" "${FILES:-4}" "${MEMENTOS:-60}" 40 60
ls "$work"/warcs/*.warc.gz >warcs.txt
cp "$example/step.sh" .
sed -n '/^```sh$/,/^```$/{/^```/d;p}' "$example/README.md" >jobs.sh
bash -euo pipefail jobs.sh >jobs.log 2>&1 || { tail -n 40 jobs.log; exit 1; }

detect_off_topic -i "warc=@warcs.txt" -tm cosine,bytecount -ot jsonl -o plain.jsonl --workers 0
cmp results.jsonl plain.jsonl || { diff results.jsonl plain.jsonl | cut -c 1-2000 | head; exit 1; }
[ -d round-1 ] || { echo "no round followed the revisits"; exit 1; }
echo "passed: Hadoop gives the $(wc -l <plain.jsonl) results of the plain command, after $(find . -maxdepth 1 -name "round-[1-9]*" | wc -l) rounds"
