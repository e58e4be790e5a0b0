"""From a plain function to a tool: schema, worker thread, progress, cancellation, errors, size. Knows no tool.

A tool is a function whose first argument is the `Call`; its docstring is what the model reads, its annotations are the
schemas.
"""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from typing import Annotated, Any, NamedTuple, get_type_hints

import anyio
import anyio.from_thread
import anyio.to_thread
import msgspec
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool as ServerTool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import ValidationError

from noctuary.arguments import first_wrong
from noctuary.errors import NoctuaryError, mend_of
from noctuary.inert import visible
from noctuary.knowledge import KnowledgeError
from noctuary.memory_tool import MemoryToolError
from noctuary.memory_tool.mirror import Mirror
from noctuary.server.asked import asker
from noctuary.server.call import Call
from noctuary.server.config import Config
from noctuary.server.declared import parsed
from noctuary.server.reading import Reading
from noctuary.stages.run import Tell, silent
from noctuary.writing import Writer

AT_ONCE = 16
"""Calls that are worked on at once; more wait their turn. Two cores serve no more than a few."""

MOST_TOLD = 5
_AGAIN = "call it again with what its input schema asks for"
_PREFIX = "Error executing tool "

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
ADDS = ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
DELETES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)


class Tool(NamedTuple):
    """One row of a tool set: its name, its title for humans, what it calls, what it does to the memory."""

    name: str
    title: str
    call: Callable[..., Any]
    does: ToolAnnotations = READS


class Stopped(Exception):
    """Nobody waits for the answer any more."""


class Desk:
    """Where calls are answered: in threads of their own, so that one that takes long keeps no other waiting."""

    def __init__(self, config: Config, reading: Reading, wrote: Callable[[], Awaitable[None]]) -> None:
        self.config = config
        self.reading = reading
        self._wrote = wrote
        self._opening = threading.Lock()
        self._writer: Writer | None = None
        self.mirror: Mirror | None = None
        self._limit: anyio.CapacityLimiter | None = None

    def writer(self) -> Writer:
        """The one writer of this process, opened when something is first written."""
        with self._opening:
            self._writer = self._writer or Writer(self.reading.workspace)
            return self._writer

    def close(self) -> None:
        """Close what is open."""
        self.reading.close()
        if self._writer:
            self._writer.close()

    async def answer(
        self, work: Callable[[Call], Any], ctx: Context[Any, Any], *, writes: bool = False
    ) -> CallToolResult:
        """What `work` says, as the client gets it; of a failure, what is wrong and what mends it."""
        try:
            said = await self.in_thread(work, ctx)
        except KnowledgeError as error:
            return failure(msgspec.json.encode(error.as_dict()).decode(), error.as_dict())
        except MemoryToolError as error:
            return failure(str(error).removeprefix(f"{error.resource}: "))
        except NoctuaryError as error:
            return failure(str(error))
        except OSError as error:
            return failure(f"{error.filename or 'file'}: {error.strerror or error}; {mend_of(error)}")
        if writes:
            await self._wrote()
        return success(said)

    async def in_thread(self, work: Callable[[Call], Any], ctx: Context[Any, Any] | None = None) -> Any:
        """What `work` returns. Where the client no longer waits, the thread is left, and stops when it next reports."""
        stopped = threading.Event()
        tell = _teller(ctx, stopped) if ctx else silent
        call = Call(self.config, self.reading, self.writer, asker(), self.config.now(), tell, self.mirror)
        self._limit = self._limit or anyio.CapacityLimiter(AT_ONCE)
        try:
            return await anyio.to_thread.run_sync(work, call, abandon_on_cancel=True, limiter=self._limit)
        finally:
            stopped.set()


def _teller(ctx: Context[Any, Any], stopped: threading.Event) -> Tell:
    """Tells the client how far a call has come; each report is one more, as the protocol wants it."""
    count = 0

    def tell(what: str, done: int, total: int) -> None:
        nonlocal count
        if stopped.is_set():
            raise Stopped(what)
        count += 1
        message = f"{what} {done} of {total}" if total else f"{what} {done}"
        anyio.from_thread.run(ctx.report_progress, count, None, message)

    return tell


def success(said: dict[str, Any]) -> CallToolResult:
    """An answer as structured content and, for clients that know none, the same as text; no sign in it acts."""
    shown = inert(msgspec.to_builtins(said))
    text = msgspec.json.encode(shown).decode()
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=shown)


def failure(message: str, said: dict[str, Any] | None = None) -> CallToolResult:
    """An answer that says what is wrong, for the model to read, and for programs `said` as it is."""
    text = TextContent(type="text", text=visible(message))
    return CallToolResult(content=[text], structured_content=inert(said), is_error=True)


def inert(value: Any) -> Any:
    """A value as JSON has it, in whose texts no sign reorders, hides or colours what is read."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(str(key)): inert(one) for key, one in value.items()}
    return [inert(one) for one in value] if isinstance(value, list | tuple) else value


class Offered(ServerTool):
    """A tool as the SDK keeps it, whose complaint about arguments is a line and no page."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """What the tool says; ToolError, naming each argument that is wrong, where it cannot be asked so."""
        given = parsed(arguments, self.parameters)
        known = self.parameters["properties"]
        if told := _unknown(known, given) or first_wrong(known, given):
            raise ToolError(visible(f"{told}; {_AGAIN}"))
        try:
            return await super().run(given, context, convert_result)
        except ToolError as error:
            if isinstance(error, UnexpectedToolError):
                raise
            why = error.__cause__
            said = str(error).removeprefix(f"{_PREFIX}{self.name}: ")
            told = _wrong(why) if isinstance(why, ValidationError) else said
            raise ToolError(visible(told)) from why


def _unknown(known: Collection[str], given: Iterable[str]) -> str:
    """That the tool has no such argument: one that was ignored would be answered as if nobody had asked for it."""
    odd = next((name for name in given if name not in known), "")
    return f"{odd} is unknown: it takes {', '.join(known) or 'nothing'}" if odd else ""


def _wrong(error: ValidationError) -> str:
    """What is wrong with the arguments, each by its place."""
    told = [f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg'].lower()}" for one in error.errors()]
    return f"{'; '.join(told[:MOST_TOLD])}; {_AGAIN}"


def offered(desk: Desk, tool: Tool) -> Offered:
    """A plain function as a tool of the SDK."""

    async def run(ctx: Context[Any, Any], **arguments: Any) -> CallToolResult:
        return await desk.answer(partial(tool.call, **arguments), ctx, writes=not tool.does.read_only_hint)

    return made(tool, signed(run, tool.call, {}))


def made(tool: Tool, run: Callable[..., Any]) -> Offered:
    """The SDK's tool for a row of a set: its schemas without the titles that tell a model nothing."""
    found = Offered.from_function(
        run,
        name=tool.name,
        title=tool.title,
        description=re.sub(r"(?<!\n)\n(?!\n)", " ", inspect.cleandoc(tool.call.__doc__ or "")),
        annotations=tool.does.model_copy(update={"title": tool.title}),
        structured_output=True,
    )
    found.parameters = untitled(found.parameters)
    found.fn_metadata.output_schema = untitled(found.fn_metadata.output_schema)
    return found  # type: ignore[return-value]


def untitled(schema: Any) -> Any:
    """A JSON schema without its generated titles."""
    if isinstance(schema, list):
        return [untitled(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    named = "properties", "$defs"
    return {
        key: {name: untitled(one) for name, one in value.items()} if key in named else untitled(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str))
    }


def signed(run: Callable[..., Any], call: Callable[..., Any], more: dict[str, Any]) -> Callable[..., Any]:
    """`run` with the arguments of `call` but its first, `more` arguments by annotation, and the same answer."""
    hints = get_type_hints(call, include_extras=True)
    said = hints.pop("return")
    kind = inspect.Parameter.KEYWORD_ONLY
    given = [one.replace(annotation=hints[one.name], kind=kind)
             for one in list(inspect.signature(call).parameters.values())[1:]]  # fmt: skip
    given += [inspect.Parameter(name, kind, annotation=one) for name, one in ({"ctx": Context} | more).items()]
    answer = Annotated[CallToolResult, said]
    run.__signature__ = inspect.Signature(given, return_annotation=answer)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in given} | {"return": answer}
    run.__name__ = run.__qualname__ = call.__name__
    return run
