#!/bin/sh
# Unpacks into /system the few packages of Debian that Node, the service and ffmpeg need, for the
# architecture $1. Runs nothing of them.
set -eu
root=/system

dpkg --add-architecture "$1"
apt-get update
for folder in bin lib lib64 sbin; do
  mkdir -p "$root/usr/$folder"
  ln -s "usr/$folder" "$root/$folder"
done
mkdir -p /archives "$root/var/lib/dpkg/status.d"
cd /archives
chown _apt .
libraries=$(apt-cache depends libstdc++6 | sed -n 's/.*Depends: \(gcc-[0-9]*-base\)$/\1/p')
for name in libc6 libgcc-s1 libstdc++6 libatomic1 liblc3-0 busybox $libraries; do
  apt-get download "$name:$1"
done
for archive in *.deb; do
  dpkg-deb --fsys-tarfile "$archive" | tar -x --directory "$root" --keep-directory-symlink
  # Programs that look for known vulnerabilities read this.
  dpkg-deb --field "$archive" > "$root/var/lib/dpkg/status.d/$(dpkg-deb --field "$archive" Package)"
done
cd "$root"
# Tables of old encodings, and helpers for debuggers.
rm -rf usr/lib/*/gconv usr/lib/*/audit usr/share/gcc usr/share/gdb usr/share/lintian usr/share/man usr/share/locale
find usr/share/doc -type f ! -name copyright -delete

for name in sh env cat ls ps df du grep tail id bzip2; do ln -s busybox "usr/bin/$name"; done
ln -s ../../../app/node_modules/.bin/commonplace usr/bin/commonplace
mkdir -p etc tmp proc sys dev run
chmod 1777 tmp
printf '%s\n' root:x:0:0:root:/:/bin/sh node:x:1000:1000:node:/data:/bin/sh > etc/passwd
printf '%s\n' root:x:0: node:x:1000: > etc/group
echo 'hosts: files dns' > etc/nsswitch.conf
cp /etc/os-release etc/os-release

mkdir -p /volume/data
chmod 700 /volume/data
find "$root" /volume -exec touch --no-dereference --date=@0 {} +
