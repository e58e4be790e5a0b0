"""Runs the model of an ONNX file, each run on one core, and keeps onnxruntime from counting its use.

Unasked, 1.32 writes that count below HOME and TMPDIR, and the library holds the address of its maker's collector.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

_SILENCE = "ORT_DISABLE_TELEMETRY"
"""Read once, as the library is imported; its own call comes after the first file is written."""
_ERRORS_ALONE = 3


def session(path: str | os.PathLike[str], without: Sequence[str] = ()) -> Any:
    """An inference session of the network at `path`, `without` the optimizers of these names."""
    os.environ[_SILENCE] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ALONE
    return onnxruntime.InferenceSession(
        os.fspath(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=list(without)
    )
