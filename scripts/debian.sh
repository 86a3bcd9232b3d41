#!/bin/sh
# Install Debian packages where we may, else say what is missing: debian.sh PACKAGE… -- WHAT TO INSTALL, IN WORDS
# The caller looks first whether its programs are there. No service is started: who needs one starts its own.
set -eu
packages=
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    packages="$packages $1"
    shift
done
[ $# -eq 0 ] || shift

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Please install $* (Debian:$packages), then run this again." >&2
    exit 1
fi
policy=/usr/sbin/policy-rc.d # what packages ask before they start a service; 101 forbids it
if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
fi
apt="apt-get -qq -o DPkg::Lock::Timeout=300"
$apt update
# shellcheck disable=SC2086 # a list of names, to be split
DEBIAN_FRONTEND=noninteractive $apt install -y --no-install-recommends $packages >/dev/null
