#!/bin/sh
# Make sure that a PostgreSQL server is here for the tests, which start it in a folder and on a port of their own.
# SKG_TEST_POSTGRES=postgresql://USER:PASSWORD@HOST/DATABASE names another server instead.
set -eu
cd "$(dirname "$0")/.."
[ -z "${SKG_TEST_POSTGRES:-}" ] || exit 0
for program in /usr/lib/postgresql/*/bin/postgres; do
    [ ! -x "$program" ] || exit 0
done
! command -v postgres >/dev/null || exit 0
# Debian makes a database of its own along with the server unless it is told not to.
told=/etc/postgresql-common/createcluster.conf
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && [ ! -e "$told" ]; then
    mkdir -p "${told%/*}"
    echo "create_main_cluster = false" >"$told"
fi
sh scripts/debian.sh postgresql -- "the PostgreSQL server"
