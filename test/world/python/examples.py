"""Executes the notebook of examples/python and the Python and R examples of docs/python.md on fixtures/collection.

Usage: examples.py ROOT, in an empty folder, with the Python of an environment that has the wheel.
"""

import contextlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys

import nbformat
from nbclient import NotebookClient

root = pathlib.Path(sys.argv[1])
here = pathlib.Path.cwd()
assert shutil.which("node") is None
shutil.copytree(root / "fixtures/collection", here / "crawls")

notebook = nbformat.read(root / "examples/python/off-topic-by-year.ipynb", as_version=4)
folder = here / "examples" / "python"
folder.mkdir(parents=True)
shutil.copytree(root / "fixtures/collection", here / "fixtures/collection")
NotebookClient(
    notebook, timeout=300, resources={"metadata": {"path": str(folder)}}
).execute()
outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
assert any("image/png" in output.get("data", {}) for output in outputs), (
    "there is no plot"
)
texts = "".join(output.get("text", "") for output in outputs)
captures, off_topic, kept = map(
    int, re.search(r"(\d+) captures, (\d+) off-topic, (\d+) kept", texts).groups()
)
assert off_topic > 20 and kept == captures - off_topic, texts
assert (folder / "clean/archive").is_dir()
print(texts.strip())

examples = re.findall(
    r"```(python|r)\n(.*?)```", (root / "docs/python.md").read_text(), re.S
)
assert [language for language, _ in examples].count("python") == 3
for language, code in examples:
    if language == "python":
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, {})
assert list((here / "clean/archive").iterdir())

(code,) = [code for language, code in examples if language == "r"]
# R needs the tools of the system. The command that it finds first is that of the wheel.
path = os.pathsep.join([os.environ["PATH"], "/usr/local/bin", "/usr/bin", "/bin"])
rscript = shutil.which("Rscript", path=path)
if rscript is None:
    print("skipped: there is no R here")
    sys.exit()
environment = {**os.environ, "PATH": path}
has_arrow = (
    subprocess.run(
        [rscript, "-e", "library(arrow)"], capture_output=True, env=environment
    ).returncode
    == 0
)
if not has_arrow:
    # The rest of the example is run on the same columns.
    print("R has no package arrow here: its table is read from CSV")
    columns = 'c("memento_datetime", "overall_topic_status")'
    code = code.replace(
        'arrow::read_parquet("out.parquet", col_select = -simhash)',
        f'within(read.csv("columns.csv", na.strings = "")[{columns}], memento_datetime <- as.POSIXct(memento_datetime, tz = "UTC"))',
    )
    from detect_off_topic import to_pandas

    to_pandas("warc=crawls/").to_csv("columns.csv", date_format="%Y-%m-%d %H:%M:%S")
done = subprocess.run(
    [rscript, "-e", code],
    stdout=subprocess.PIPE,
    check=True,
    text=True,
    env=environment,
)
print(done.stdout)
assert "2009" in done.stdout and "2024" in done.stdout, done.stdout
