"""From a turn to a page: the real worker, Prometheus, Alertmanager and a webhook."""
