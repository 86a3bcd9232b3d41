#!/bin/sh
# Make sure that Java (17 or later) and Maven are here for the Kafka of tests and of `make kafka` (deploy/kafka/broker.py).
# SKG_TEST_BROKER=HOST:PORT names another broker instead.
set -eu
cd "$(dirname "$0")/.."
[ -z "${SKG_TEST_BROKER:-}" ] || exit 0
missing=
command -v java >/dev/null || missing="default-jre-headless"
command -v mvn >/dev/null || missing="$missing maven"
# shellcheck disable=SC2086 # a list of names, to be split
[ -z "$missing" ] || sh scripts/debian.sh $missing -- "Java 17 or later and Maven, for Kafka"
