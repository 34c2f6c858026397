#!/bin/sh
# Exchanges the web servers for those of a new version while people take part:
#   git pull && sh deploy/roll.sh
#
# As many new ones are started beside the old ones. When all of them are well, the old
# ones are told to end; when not, the new ones are removed and the old ones go on.
set -eu
cd "$(dirname "$0")/.."

old=$(docker compose ps -q web)
n=$(echo "$old" | wc -w)
if [ "$n" -eq 0 ]; then
	echo "No web server runs: docker compose up -d --build starts everything." >&2
	exit 1
fi

remove_new() {
	for each in $(docker compose ps -aq web); do
		case "$old" in *"$each"*) continue ;; esac
		docker logs --tail 30 "$each" >&2
		docker rm -f "$each"
	done
	echo "The new servers are not well. They are removed, and the old ones go on." >&2
	exit 1
}

docker compose build
docker compose run --rm prepare
docker compose up -d --no-deps --no-recreate --scale web=$((2 * n)) --wait web || remove_new
# shellcheck disable=SC2086  # one word each
docker stop -t 60 $old
# shellcheck disable=SC2086
docker rm $old
docker compose up -d --scale web="$n"
# What is new in the Caddyfile; a proxy of your own is not here.
if [ -n "$(docker compose ps -q proxy)" ]; then
	docker compose exec -T proxy caddy reload --config /etc/caddy/Caddyfile
fi
