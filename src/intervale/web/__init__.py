"""The explorer, ``intervale explore``: a page on this computer to look at measures and orders, and a static gallery of
the same. Needs the extra ``web``.

One address is one :mod:`~intervale.web.state`; what is shown of it is one :mod:`~intervale.web.answer`, computed by the
library in a process that can be stopped (:mod:`~intervale.web.workers`).
"""
