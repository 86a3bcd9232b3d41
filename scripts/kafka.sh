#!/bin/sh
# Make sure that Java (17 or later) and Maven are here for the Kafka of tests and of `make kafka` (deploy/kafka/broker.py),
# and openssl for the certificates of the tests.
set -eu
cd "$(dirname "$0")/.."
missing=
command -v java >/dev/null || missing="default-jre-headless"
command -v mvn >/dev/null || missing="$missing maven"
command -v openssl >/dev/null || missing="$missing openssl"
# shellcheck disable=SC2086 # a list of names, to be split
[ -z "$missing" ] || sh scripts/debian.sh $missing -- "Java 17 or later, Maven and openssl, for Kafka"
