#!/bin/sh
# Compiles ffmpeg and ffprobe for the architecture $1 from Debian's sources, with the decoders for
# recordings and devices and nothing else: 4 MB instead of the 790 MB of Debian's package with all
# that it needs.
set -eu
case $1 in
  amd64) cpu=x86_64 ;;
  arm64) cpu=aarch64 ;;
  *) echo "There is no compiler for $1 in deploy/image/ffmpeg.sh." >&2 && exit 1 ;;
esac
tools=$cpu-linux-gnu-

apt-get update
if [ "$1" = "$(dpkg --print-architecture)" ]; then
  compiler='gcc libc6-dev'
else
  compiler="gcc-$cpu-linux-gnu libc6-dev-$1-cross"
fi
# shellcheck disable=SC2086
apt-get install -y --no-install-recommends make nasm xz-utils $compiler

mkdir /sources
cd /sources
apt-get source --download-only ffmpeg
tar -xf ffmpeg_*.orig.tar.xz --strip-components=1
./configure --enable-cross-compile --target-os=linux --arch=$cpu --cross-prefix=$tools --prefix=/usr \
  --disable-everything --disable-autodetect --disable-doc --disable-network --disable-debug \
  --disable-avdevice --disable-swscale --disable-ffplay \
  --enable-protocol=file,pipe --enable-filter=aresample --enable-encoder=pcm_s16le --enable-muxer=pcm_s16le \
  --enable-demuxer=wav,mp3,mov,ogg,flac,matroska,aac,aiff,caf,amr \
  --enable-parser=aac,aac_latm,ac3,amr,flac,mpegaudio,opus,vorbis \
  --enable-decoder='pcm*,adpcm_ima_qt,adpcm_ima_wav,adpcm_ms,gsm*,mp1,mp2,mp3' \
  --enable-decoder=aac,aac_latm,ac3,eac3,alac,flac,vorbis,opus,amrnb,amrwb
make -j"$(nproc)" ffmpeg ffprobe

mkdir -p /system/usr/bin /system/usr/share/doc/ffmpeg
"${tools}strip" -o /system/usr/bin/ffmpeg ffmpeg
"${tools}strip" -o /system/usr/bin/ffprobe ffprobe
cp COPYING.LGPLv2.1 /system/usr/share/doc/ffmpeg/copyright
mkdir -p /system/var/lib/dpkg/status.d
grep -E '^(Version|Maintainer): ' ffmpeg_*.dsc | sed '1i Package: ffmpeg' > /system/var/lib/dpkg/status.d/ffmpeg
