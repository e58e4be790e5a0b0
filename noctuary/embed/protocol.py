"""What an embedder is, and the error where one cannot be had. Makes none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from noctuary.errors import NoctuaryError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@runtime_checkable
class Embedder(Protocol):
    """Anything that makes vectors. `name` is stored with them: another name means make them anew."""

    @property
    def name(self) -> str:
        """Model, version and every setting that changes a vector."""

    @property
    def dim(self) -> int:
        """Length of a vector."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim) float32 for n texts, each row of length 1, or all zero for a text without words."""


class EmbedderAbsent(NoctuaryError):
    """The embedder that was asked for is not installed, or is not one."""

    exit_code = 2
