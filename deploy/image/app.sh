#!/bin/sh
# Installs the service for the architecture $1 into /app without the files that it never reads, and
# moves the networks into a folder of their own, so that an update of the service keeps their layer.
set -eu
cpu=$(echo "$1" | sed s/amd64/x64/)

npm install --prefix /app/app --cpu="$cpu" --os=linux --libc=glibc \
  --omit=dev --ignore-scripts --no-audit --no-fund /packages/*.tgz
cd /app/app/node_modules
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' \) -delete
find koffi -type f ! -name '*.js' ! -name '*.cjs' ! -name '*.json' ! -name '*.txt' -delete
find @electric-sql/pglite -type f \( -name '*.cjs' -o -name '*.tar.gz' \) -delete
find @evan/opus/node -type f -name '*.node' ! -name "$cpu-linux.node" -delete
find koffi -depth -type d -empty -delete
rm -rf @koromix/*/musl_* pino/test pino/docs thread-stream/test

mkdir -p /weights/app/node_modules/@commonplace
mv @commonplace/weights /weights/app/node_modules/@commonplace/
# The same files make the same layer.
find /app /weights -exec touch --no-dereference --date=@0 {} +
