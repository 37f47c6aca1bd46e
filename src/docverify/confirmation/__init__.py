"""What decides is looked at again by the independent witness, and confidence is made a probability."""

from __future__ import annotations

from docverify.confirmation.calibration import calibrated
from docverify.confirmation.confirm import CONFIRMATION_VERSION, Witnesses, confirm
from docverify.confirmation.readers import witnesses_of

__all__ = ["CONFIRMATION_VERSION", "Witnesses", "calibrated", "confirm", "witnesses_of"]
