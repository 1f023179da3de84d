"""What this process counts for Prometheus. No label holds an id, a name, a card or an address."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

registry = CollectorRegistry()
ProcessCollector(registry=registry)
PlatformCollector(registry=registry)

EVENTS = Counter(
    "trifecta_events",
    "Moves, violations and other events that were stored; quick ones without a lock",
    ["rules", "kind", "way"],
    registry=registry,
)
REFUSED_MOVES = Counter(
    "trifecta_refused_moves", "Moves that were refused, by reason", ["reason"], registry=registry
)
TABLES_SENT = Counter(
    "trifecta_tables_sent",
    "Tables that were rendered for a viewer: whole, or what has changed",
    ["extent"],
    registry=registry,
)
SOCKETS = Gauge("trifecta_sockets", "Sockets that are open", registry=registry)
LATENESS = Histogram(
    "trifecta_violation_late_seconds",
    "How long after the end of its turn, grace included, a violation was stored",
    buckets=(0.5, 1, 2, 4, 8, 15, 60, 600),
    registry=registry,
)
