"""The report: everything measured in one run, as JSON and as a page."""

from .gather import gather
from .page import page

__all__ = ["gather", "page"]
