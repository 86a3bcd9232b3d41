#!/bin/sh
# Make sure that the programs are here that check deploy/ and play its alerts: Prometheus, Alertmanager, docker-compose.
set -eu
cd "$(dirname "$0")/.."
missing=
command -v promtool >/dev/null || missing="$missing prometheus"
command -v amtool >/dev/null || missing="$missing prometheus-alertmanager"
command -v docker-compose >/dev/null || missing="$missing docker-compose"
# shellcheck disable=SC2086 # a list of names, to be split
[ -z "$missing" ] || sh scripts/debian.sh $missing -- "Prometheus, Alertmanager and docker-compose"
