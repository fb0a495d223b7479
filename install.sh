#!/bin/sh
# Makes the shop a service of this machine: sh install.sh (docs/own-server.md). Read it first. It says
# each step and each command before it runs it; --dry-run only says them. Run again, it goes on. Root
# only makes user, folders, unit and proxy; all else runs as the user of the shop.
set -eu

USAGE='sh install.sh [--dry-run] [--no-proxy | --certificate FILE KEY]
sh install.sh status | log | audit | restore [COPY] | unpack FILE | secret NAME | uninstall
sh install.sh desk … | deploy link      the commands of the project, for this shop'

# For a trial elsewhere, everything lies below this folder.
ROOT=${ARMAGHAN_ROOT:-}
APP=$ROOT/opt/armaghan
DATA=$ROOT/var/lib/armaghan
UNIT=$ROOT/etc/systemd/system/armaghan.service
CADDY=$ROOT/etc/caddy
FROM=$(cd "$(dirname "$0")" && pwd)
NODE=$APP/node_modules/node/bin/node
IS_DRY=no
PROXY=caddy
CERTIFICATE=''
TROUBLE=0

step() { printf '\n%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }
run() { printf '  %s\n' "$*"; [ "$IS_DRY" = yes ] || "$@"; }
as_shop() {
	printf '  as armaghan: %s\n' "$*"
	[ "$IS_DRY" = yes ] ||
		runuser -u armaghan -- env HOME="$DATA" DATA_DIR="$DATA/data" sh -c 'umask 077; cd "$0" && exec "$@"' "$DATA" "$@"
}
shop() { as_shop "$NODE" --no-warnings "$APP/scripts/command.mjs" "$@"; }
answers() { curl -fsS -m 10 -o /dev/null "$1"; }
port() { sed -n 's/^port *= *\([0-9]*\).*/\1/p' "$DATA/shop.toml" | grep . || echo 8080; }
domain() { sed -n 's/^domain *= *"\(.*\)".*/\1/p' "$DATA/shop.toml"; }

check() {
	step 'Checking this machine'
	[ "$IS_DRY" = yes ] || [ "$(id -u)" = 0 ] || fail 'Run this as root: sudo sh install.sh'
	for tool in systemctl runuser useradd tar curl; do
		command -v "$tool" >/dev/null || fail "This machine has no $tool, which is needed."
	done
}

make_user() {
	step 'The user of the shop, and its folders'
	id armaghan >/dev/null 2>&1 ||
		run useradd --system --user-group --home-dir "$DATA" --shell /usr/sbin/nologin armaghan
	run install -d -o armaghan -g armaghan -m 700 "$DATA"
}

copy_code() {
	step "The code, from $FROM"
	[ "$FROM" = "$APP" ] && return
	printf '  a copy without data, in %s\n' "$APP.new"
	[ "$IS_DRY" = yes ] || {
		rm -rf "$APP.new"
		install -d -o armaghan -g armaghan -m 755 "$APP.new"
		tar -C "$FROM" --exclude=./.git --exclude=./.data --exclude=./.cache --exclude=./data \
			--exclude=./copies --exclude=./shop.toml --exclude='./shop.sealed*' -cf - . |
			runuser -u armaghan -- tar -C "$APP.new" -xf -
		[ -f "$APP.new/package.json" ] || fail 'The copy is not whole: is the disk full?'
	}
	[ -x "$FROM/node_modules/node/bin/node" ] || as_shop npm --prefix "$APP.new" ci ||
		fail 'The packages are missing. Is there npm, of Node 20 or newer, and a way to its registry?'
	[ "$IS_DRY" = yes ] || ! systemctl is-active -q armaghan || run systemctl stop armaghan
	run rm -rf "$APP.old"
	[ ! -d "$APP" ] || run mv "$APP" "$APP.old"
	run mv "$APP.new" "$APP"
	run rm -rf "$APP.old"
}

prepare() { step 'Questions about the shop, its pages and its database'; shop serve prepare; }

make_service() {
	step 'The service, which starts with the machine'
	run install -D -m 644 "$APP/server/service/armaghan.service" "$UNIT"
	run systemctl daemon-reload
	run systemctl enable --now armaghan
	[ "$IS_DRY" = yes ] && return
	for _ in $(seq 60); do
		answers "http://127.0.0.1:$(port)/up" 2>/dev/null && return
		sleep 1
	done
	fail 'The shop does not answer. Read why: sh install.sh log'
}

make_proxy() {
	step 'The proxy, which ends HTTPS'
	[ "$PROXY" = caddy ] || { echo '  left to you: server/service has samples'; return; }
	[ -f "$CADDY/Caddyfile" ] || run apt-get install -y caddy
	printf '  %s, with the token of the shop\n' "$CADDY/armaghan.caddy"
	[ "$IS_DRY" = yes ] && return
	token=$("$NODE" -p 'JSON.parse(fs.readFileSync(process.argv[1])).proxyToken' "$DATA/data/keys.json")
	(umask 027 && sed -e "s|DOMAIN|$(domain)|g" -e "s|PORT|$(port)|g" -e "s|TOKEN|$token|g" \
		-e "s|^	# CERTIFICATE|	${CERTIFICATE:+tls $CERTIFICATE}|" "$APP/server/service/armaghan.caddy" >"$CADDY/armaghan.caddy")
	chgrp caddy "$CADDY/armaghan.caddy"
	grep -qx 'import armaghan.caddy' "$CADDY/Caddyfile" || echo 'import armaghan.caddy' >>"$CADDY/Caddyfile"
	run caddy validate --adapter caddyfile --config "$CADDY/Caddyfile"
	run systemctl reload-or-restart caddy
}

finish() {
	step 'Looking from outside'
	[ "$IS_DRY" = yes ] && return
	answers "https://$(domain)/up" && echo "The shop is at https://$(domain)." ||
		echo "The shop runs, but https://$(domain) does not answer yet: the domain must lead to this machine, and the proxy needs a certificate. See: journalctl -u caddy"
	echo 'The first owner enters the desk with the link above. To see it again: sh install.sh deploy link'
}

uninstall() {
	proof=$DATA/copies/proof.json
	grep -q '"findings":0' "$proof" 2>/dev/null ||
		fail "There is no copy that was checked ($proof), so nothing is removed. Copies are checked each night."
	step 'Removing the service, the proxy and the code'
	run systemctl disable --now armaghan
	run rm -f "$UNIT" "$CADDY/armaghan.caddy"
	[ ! -f "$CADDY/Caddyfile" ] || run sed -i '/^import armaghan.caddy$/d' "$CADDY/Caddyfile"
	run rm -rf "$APP"
	echo "The data of the shop, its keys and copies stay in $DATA."
}

command=install
case ${1:-} in --* | '') ;; *) command=$1 && shift ;; esac
while [ "$command" = install ] && [ $# -gt 0 ]; do
	case $1 in
	--dry-run) IS_DRY=yes ;;
	--no-proxy) PROXY=none ;;
	--certificate) CERTIFICATE="${2:?} ${3:?}" && shift 2 ;;
	*) fail "$USAGE" ;;
	esac
	shift
done
case $command in
# One by one: a shell goes on after a failure within “a && b”.
install) check; make_user; copy_code; prepare; make_service; make_proxy; finish ;;
status) systemctl status armaghan --no-pager || true; cat "$DATA/copies/proof.json" ;;
log) journalctl -u armaghan -n 200 --no-pager ;;
restore)
	run systemctl stop armaghan
	# It starts in any case: a shop whose restore was interrupted refuses by itself.
	shop serve restore "$@" || TROUBLE=$?
	run systemctl start armaghan
	exit "$TROUBLE" ;;
unpack) shop serve unpack "$@" ;;
secret) shop serve secret "$@"; run systemctl restart armaghan ;;
audit | desk | deploy) shop "$command" "$@" ;;
uninstall) uninstall ;;
*) fail "$USAGE" ;;
esac
