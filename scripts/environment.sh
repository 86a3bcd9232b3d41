#!/bin/sh
# Make a virtual environment and install this project into it: environment.sh FOLDER [EXTRA[,EXTRA]] [REQUIREMENT…]
# Needs Python 3.11 to 3.13; on Debian, run as root, it installs what of that is missing.
set -eu
cd "$(dirname "$0")/.."
folder=$1
extras=${2:-}
[ $# -lt 2 ] || shift
shift

find_python() {
    for name in python3 python3.11 python3.12 python3.13; do
        if "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
}

debian() {
    sh scripts/debian.sh "$@" -- "Python 3.11 to 3.13 with its venv module"
}

python=$(find_python)
if [ -z "$python" ]; then
    debian python3 python3-venv
    python=$(find_python)
fi
"$python" -c 'import ensurepip, venv' 2>/dev/null || debian python3-venv
[ -x "$folder/bin/python" ] || "$python" -m venv "$folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
    --editable ".${extras:+[$extras]}" "$@"
