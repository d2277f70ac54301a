"""The metadata of ONNX files, read and written without the package ``onnx``.

A model is a message of Protocol Buffers: a sequence of fields, each with a number and a kind. Its metadata are the fields with the
number 14, each with a key (1) and a value (2). All other fields are copied byte for byte.
"""

from __future__ import annotations

from typing import Iterator, Optional, Tuple

__all__ = ["metadata", "with_metadata"]

_IR_VERSION, _GRAPH, _METADATA = 1, 7, 14
_KEY, _VALUE = 1, 2
_VARINT, _FIXED_64, _BYTES, _FIXED_32 = 0, 1, 2, 5


def metadata(model: bytes, key: str) -> Optional[str]:
    """Returns the value of a key; None without the key. Raises ValueError if the bytes are no ONNX model."""
    found = None
    for number, _, stop, content in _model_fields(model):
        if number == _METADATA:
            inner = model[content:stop]
            texts = {field: inner[at:end] for field, _, end, at in _fields(inner, "its metadata")}
            if texts.get(_KEY, b"").decode() == key:
                found = texts.get(_VALUE, b"").decode()
    return found


def with_metadata(model: bytes, key: str, value: str) -> bytes:
    """Returns the model with a value for a key, which replaces earlier ones. Raises ValueError if the bytes are no ONNX model."""
    kept = bytearray()
    for number, start, stop, content in _model_fields(model):
        if number == _METADATA:
            inner = model[content:stop]
            keys = [inner[at:end].decode() for field, _, end, at in _fields(inner, "its metadata") if field == _KEY]
            if key in keys:
                continue
        kept += model[start:stop]
    entry = _bytes_field(_KEY, key.encode()) + _bytes_field(_VALUE, value.encode())
    return bytes(kept) + _bytes_field(_METADATA, entry)


def _model_fields(model: bytes) -> Iterator[Tuple[int, int, int, int]]:
    fields = list(_fields(model, "it"))
    if not {_IR_VERSION, _GRAPH} <= {number for number, _, _, _ in fields}:
        raise ValueError("it is not an ONNX model: it has no version or no graph")
    return iter(fields)


def _fields(message: bytes, what: str) -> Iterator[Tuple[int, int, int, int]]:
    """Yields the number of each field, its start and stop, and the start of its content."""
    at = 0
    while at < len(message):
        start = at
        tag, at = _varint(message, at, what)
        number, kind = tag >> 3, tag & 7
        content = at
        if kind == _VARINT:
            _, at = _varint(message, at, what)
        elif kind in (_FIXED_64, _FIXED_32):
            at += 8 if kind == _FIXED_64 else 4
        elif kind == _BYTES:
            length, content = _varint(message, at, what)
            at = content + length
        else:
            raise ValueError(f"it is not an ONNX model: {what} has a field of an unknown kind at byte {start}")
        if at > len(message) or number == 0:
            raise ValueError(f"it is not an ONNX model, or it is cut off: {what} has a bad field at byte {start}")
        yield number, start, at, content


def _varint(message: bytes, at: int, what: str) -> Tuple[int, int]:
    value = 0
    for place in range(10):
        if at + place >= len(message):
            break
        byte = message[at + place]
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return value, at + place + 1
    raise ValueError(f"it is not an ONNX model, or it is cut off: {what} has a bad number at byte {at}")


def _bytes_field(number: int, content: bytes) -> bytes:
    return _as_varint(number << 3 | _BYTES) + _as_varint(len(content)) + content


def _as_varint(value: int) -> bytes:
    digits = bytearray()
    while value >= 0x80:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    digits.append(value)
    return bytes(digits)
