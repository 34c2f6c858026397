#!/bin/sh
# Makes the files that docker-compose.yml reads secrets from: sh deploy/secrets.sh
#
# What is there already stays as it is. A variable of the same name in capitals gives a
# value; else what the site needs is made up, and what may be left out is empty.
set -eu
umask 077
folder=${SECRETS_FOLDER:-secrets}
mkdir -p "$folder"
chmod 700 "$folder"

keep() {
	file="$folder/$1"
	[ -e "$file" ] && return
	printf '%s\n' "$2" >"$file"
	# The folder keeps others out; inside a container another user reads the file.
	chmod 644 "$file"
	echo "made $file"
}

random() {
	head -c "$1" /dev/urandom | base64 | tr -d '\n=' | tr '+/' '-_'
}

keep secret_key "${SECRET_KEY:-$(random 48)}"
keep postgres_password "${POSTGRES_PASSWORD:-$(random 24)}"
keep admin_password "${ADMIN_PASSWORD:-$(random 12)}"
keep metrics_token "${METRICS_TOKEN:-$(random 24)}"
keep identity_key "${IDENTITY_KEY:-}"
keep backup_key "${BACKUP_KEY:-}"
keep email_password "${EMAIL_PASSWORD:-}"
keep prolific_api_token "${PROLIFIC_API_TOKEN:-}"
keep mturk_secret_access_key "${MTURK_SECRET_ACCESS_KEY:-}"
