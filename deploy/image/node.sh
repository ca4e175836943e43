#!/bin/sh
# Puts into /node the Node that the image NODE brought, without its symbols, which take 18 MB, and
# npm, with which `commonplace models pull` installs the runtime of models for text.
set -eu
case $1 in
  amd64) tools=x86_64-linux-gnu- ;;
  arm64) tools=aarch64-linux-gnu- ;;
esac
local=/node/usr/local

"${tools}strip" "$local/bin/node"
mkdir -p "$local/lib/node_modules"
cp -r /usr/local/lib/node_modules/npm "$local/lib/node_modules/"
rm -rf "$local/lib/node_modules/npm/docs" "$local/lib/node_modules/npm/man"
for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$local/bin/$name"; done
find /node -exec touch --no-dereference --date=@0 {} +
