"""Serves pywb, which records the sites behind a proxy as if they were the live web.

python record-with-pywb.py PROXY [options of wayback]
"""
from gevent.monkey import patch_all

patch_all()

import sys  # noqa: E402
import urllib.parse  # noqa: E402

from urllib3.util import connection  # noqa: E402

proxy = urllib.parse.urlsplit(sys.argv.pop(1))
connect = connection.create_connection


def to_site(address, *arguments, **options):
    """A name of an invented site leads to the proxy; pywb's parts speak with each other as always."""
    is_site = address[0].endswith(".example")
    return connect((proxy.hostname, proxy.port) if is_site else address, *arguments, **options)


connection.create_connection = to_site

from pywb.apps.cli import wayback  # noqa: E402

wayback()
