#!/bin/sh
# Make the passwords of compose.yaml, each in a file of its own, once: what is there is left as it is.
# The folder is for its owner only; the files can be read by the users inside the containers, which see one file each.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
cd secrets

random() {
    od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

keep() { # keep NAME TEXT
    [ -e "$1" ] || printf '%s' "$2" >"$1"
    chmod 444 "$1"
}

for name in broker_password grafana_password http_token postgres_password redaction_key; do
    keep "$name" "$(random)"
done
# The key of a language model, empty without one; a key that is set replaces the one that is there.
[ -z "${SKG_LLM_API_KEY:-}" ] || rm -f llm_api_key
keep llm_api_key "${SKG_LLM_API_KEY:-}"
keep archive_url "postgresql://skg:$(cat postgres_password)@postgres:5432/skg"
keep broker_jaas "KafkaServer {
    org.apache.kafka.common.security.plain.PlainLoginModule required
    username=\"skg\"
    password=\"$(cat broker_password)\"
    user_skg=\"$(cat broker_password)\";
};
"
echo "The secrets are in $(pwd)."
