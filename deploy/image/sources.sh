#!/bin/sh
# Makes apt know the sources of Debian's packages, with their security updates.
set -eu
. /etc/os-release

rm -f /etc/apt/sources.list.d/*
for kind in deb deb-src; do
  echo "$kind http://deb.debian.org/debian $VERSION_CODENAME main"
  echo "$kind http://deb.debian.org/debian-security $VERSION_CODENAME-security main"
done > /etc/apt/sources.list
