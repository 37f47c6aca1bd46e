"""The report: JSON, terminal summary, HTML and PDF, all from the same data.

Everything a person reads is made from the JSON report, so that the three never tell different stories.
"""

from __future__ import annotations
