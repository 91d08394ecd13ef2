"""Reads files of S3 from moto. The results must equal those of local files, and a wrong key must be refused."""

import csv
import logging
import os
import re
import subprocess
import sys
from pathlib import Path

# moto checks no credentials until check() begins, so that this script can create users.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "9999"
import boto3  # noqa: E402
from moto.core import set_initial_no_auth_action_count  # noqa: E402
from moto.server import ThreadedMotoServer  # noqa: E402

logging.getLogger("werkzeug").setLevel("ERROR")
work = Path(sys.argv[1])
collection = Path("fixtures/collection")
POLICY = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}'


def run(name, *arguments, **environment):
    output = work / name
    ended = subprocess.run(
        ["node", "bin/detect_off_topic.js", *arguments, "-tm", "bytecount", "-ot", "csv", "-o", output],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    text = output.read_text() if output.exists() else ""
    # The column of the file has another path.
    rows = sorted([re.sub(r".*/(?=saltmouth)", "", cell) for cell in row] for row in csv.reader(text.splitlines()))
    return rows, ended.stderr, ended.returncode


server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
server.start()
_, port = server.get_host_and_port()
endpoint = f"http://127.0.0.1:{port}"


def client(service, key="testing", secret="testing"):
    return boto3.client(
        service, endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id=key, aws_secret_access_key=secret
    )


s3 = client("s3")
s3.create_bucket(Bucket="crawls")
names = sorted(collection.glob("*.warc.gz"))
# moto rejects signatures of keys in which letters have to be escaped, even those of boto3, so these files are requested
# while it checks no credentials.
plain, odd = "a b/c", "a, b+c%2C (d)/é"
for folder in plain, odd:
    for path in names:
        s3.put_object(Bucket="crawls", Key=f"{folder}/{path.name}", Body=path.read_bytes())
s3.create_bucket(Bucket="plain")
for path in names:
    s3.put_object(Bucket="plain", Key=path.name, Body=path.read_bytes())
iam = client("iam")
iam.create_user(UserName="reader")
iam.put_user_policy(UserName="reader", PolicyName="read", PolicyDocument=POLICY)
access = iam.create_access_key(UserName="reader")["AccessKey"]

def arguments(folder):
    listed = work / "uris.txt"
    listed.write_text("".join(f"s3://crawls/{folder}/{path.name}\n" for path in names))
    return ["-i", f"warc=@{listed}", "--rate", "60000/m"]


here, _, status = run("here.csv", "-i", f"warc={collection}")
assert status == 0 and len(here) > 50, status
own = {
    "AWS_ENDPOINT_URL": endpoint,
    "AWS_REGION": "us-east-1",
    "AWS_ACCESS_KEY_ID": access["AccessKeyId"],
    "AWS_SECRET_ACCESS_KEY": access["SecretAccessKey"],
}


@set_initial_no_auth_action_count(0)
def check():
    there, stderr, status = run("there.csv", *arguments(plain), **own)
    assert status == 0, stderr
    assert there == here, stderr
    # moto rejects signatures of prefixes with a slash, even those of boto3, so this is the list of a whole bucket.
    below = ["-i", "warc=s3://plain/", "--rate", "60000/m"]
    listed, stderr, status = run("listed.csv", *below, **own)
    assert status == 0 and listed == here, stderr
    refused, stderr, status = run("refused.csv", *arguments(plain), **{**own, "AWS_SECRET_ACCESS_KEY": "wrong-s3cret"})
    assert status != 0 and "it answers 403 (SignatureDoesNotMatch)" in stderr, stderr
    assert "s3cret" not in stderr
    refused, stderr, status = run("unlisted.csv", *below, **{**own, "AWS_SECRET_ACCESS_KEY": "wrong-s3cret"})
    assert status != 0 and "it answers 403 (SignatureDoesNotMatch)" in stderr, stderr
    gone, stderr, _ = run("gone.csv", "-i", "warc=s3://crawls/none.warc.gz", "--rate", "60000/m", **own)
    assert "it answers 404 (NoSuchKey)" in stderr, stderr


check()
there, stderr, _ = run("odd.csv", *arguments(odd), **own)
assert there == here, stderr
there, stderr, _ = run("below-odd.csv", "-i", f"warc=s3://crawls/{odd}/", "--rate", "60000/m", **own)
assert there == here, stderr
# More files than a page of the list has.
for number in range(1100):
    s3.put_object(Bucket="crawls", Key=f"many/{number}.json", Body=b"")
s3.put_object(Bucket="crawls", Key="many/last.warc.gz", Body=names[0].read_bytes())
there, stderr, status = run("many.csv", "-i", "warc=s3://crawls/many/", "--rate", "60000/m", **own)
assert status == 0 and len(there) > 10 and "1100 other file of the folder" in stderr, stderr
server.stop()
print(f"{len(here) - 1} rows of {len(names)} files of S3 are those of the files here")
