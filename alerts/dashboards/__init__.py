"""Grafana dashboards as code; `make dashboards` writes them to deploy/grafana/dashboards.

Nothing that runs imports this: grafana-foundation-sdk is installed for development alone.
"""
