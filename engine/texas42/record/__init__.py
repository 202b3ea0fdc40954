"""The portable record of a match (R6.6): its finished hands as text and as JSON.

`record_of` makes a `Record` of a match, `to_text` and `to_json` write it in the one canonical
form, `from_text` and `from_json` read it forgivingly and play it by the rules; `read_record`
takes either form, and `retold` is the log of a match that goes so. The text form is described in
`docs/record.md`.
"""

from texas42.record.either import from_text, read_record
from texas42.record.errors import (
    ImpossibleRecord,
    MalformedRecord,
    MeaninglessRecord,
    Place,
    RecordError,
)
from texas42.record.json_form import from_json, retold
from texas42.record.model import FORMAT, Record, record_of, to_json
from texas42.record.writing import to_text

__all__ = [
    "FORMAT",
    "ImpossibleRecord",
    "MalformedRecord",
    "MeaninglessRecord",
    "Place",
    "Record",
    "RecordError",
    "from_json",
    "from_text",
    "read_record",
    "record_of",
    "retold",
    "to_json",
    "to_text",
]
