"""Sends documents for signing with Countersign. ``Countersign(api_key, base_url)`` is the client."""
from ._client import Countersign
from ._errors import ApiError, CountersignError, DocumentEndedError, WebhookError
from ._paging import PagedList
from ._version import VERSION as __version__
from ._webhooks import unwrap_webhook

__all__ = [
    "ApiError",
    "Countersign",
    "CountersignError",
    "DocumentEndedError",
    "PagedList",
    "WebhookError",
    "__version__",
    "unwrap_webhook",
]
