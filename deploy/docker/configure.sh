#!/bin/sh
# Writes what compose.yaml needs beside it: nginx.conf, keystrip.vcl and prometheus.yml with the names of the containers, and secrets, unless they exist.
#   deploy/docker/configure.sh keystrip.example
set -eu
host=${1:?usage: configure.sh HOST}
cd "$(dirname "$0")"

sed -e "s/keystrip\.example/$host/" \
    -e 's/127\.0\.0\.1:3001/web1:3000/; s/127\.0\.0\.1:3002/web2:3000/; s/127\.0\.0\.1:6081/varnish:6081/' \
    -e 's#/etc/ssl/keystrip/#/run/secrets/#' \
    ../nginx/keystrip.conf > nginx.conf
sed -e 's/\.host = "127\.0\.0\.1"; \.port = "3001"/.host = "web1"; .port = "3000"/' \
    -e 's/\.host = "127\.0\.0\.1"; \.port = "3002"/.host = "web2"; .port = "3000"/' \
    -e 's#^    "127\.0\.0\.1";#    "172.30.87.0"/24;#' \
    ../varnish/keystrip.vcl > keystrip.vcl

# Ports of their own instead of a token: only the containers reach them.
sed -e '/authorization:/d; /METRICS_TOKEN/d; /credentials_file/d; /^#/d' \
    -e "s/'127\.0\.0\.1:3000'/'web1:9464', 'web2:9464'/; s/'127\.0\.0\.1:4000'/'backend1:9465', 'backend2:9465'/" \
    ../prometheus/prometheus.yml > prometheus.yml

# The folder is private; its files are readable, since containers have users of their own.
mkdir -p secrets
chmod 700 secrets
for name in database-password internal-secret session-secret; do
    [ -s "secrets/$name" ] || openssl rand -hex 32 > "secrets/$name"
done
[ -s secrets/database-url ] ||
    printf 'postgres://keystrip:%s@postgres:5432/keystrip\n' "$(cat secrets/database-password)" > secrets/database-url
[ -s secrets/smtp-url ] || echo 'smtp://mail:587' > secrets/smtp-url
chmod 644 secrets/*
