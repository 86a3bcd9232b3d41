"""Tests of the monitor on Kafka that need no broker."""
