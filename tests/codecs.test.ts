// One database: it is about sound.
// Long: it encodes minutes of sound with every codec.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnSync } from 'node:child_process';
import { Encoder } from '@evan/opus';
import koffi from 'koffi';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { startService } from '../src/testing/start-service.ts';

const SENTENCE = 'I work as a teacher at the public library.';
const FRAME = 320;

/** The frames that a device sends for 16 kHz sound, by codec. */
const DEVICES: Record<string, { sample_rate: number; frames(pcm: Int16Array): Uint8Array[] }> = {
  opus: {
    sample_rate: 16_000,
    frames: (pcm) => {
      const encoder = new Encoder({ channels: 1, sample_rate: 16_000, application: 'voip' });
      return cut(pcm, FRAME).map((frame) => new Uint8Array(encoder.encode(bytes(frame))));
    },
  },
  pcm8: {
    sample_rate: 16_000,
    frames: (pcm) =>
      cut(
        Uint8Array.from(pcm, (sample) => (sample >> 8) + 128),
        FRAME,
      ),
  },
  mulaw: { sample_rate: 16_000, frames: (pcm) => cut(Uint8Array.from(pcm, toMulaw), FRAME) },
  lc3_fs1030: { sample_rate: 16_000, frames: toLc3 },
  // The pieces do not match the frames.
  aac: { sample_rate: 16_000, frames: (pcm) => cut(toAac(pcm), 200) },
  // The sound is split anywhere, even in the middle of a sample.
  pcm16: { sample_rate: 16_000, frames: (pcm) => cut(bytes(pcm), 777) },
};

for (const [codec, { sample_rate, frames }] of Object.entries(DEVICES)) {
  test(`speech in ${codec} becomes words`, async () => {
    await using service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
    await using listener = await Listener.open(service.url, {
      token: service.owner.token,
      uid: service.owner.id,
      codec,
      sample_rate,
    });
    await listener.event('service_status', ({ status }) => status === 'ready');
    const sound = joinedSound(silence(0.5), await speak(SENTENCE), silence(2));
    for (const frame of frames(sound)) listener.socket.send(frame);
    await listener.until(() => /teacher.*library/i.test(listener.text));
    assert.equal(listener.segments.size, 1);
  });
}

test('a wrong codec closes the connection with a reason', async () => {
  await using service = await startService();
  const sound = joinedSound(await speak(SENTENCE), await speak(SENTENCE));
  for (const [codec, sent] of [
    ['opus', 'mulaw'],
    ['aac', 'pcm16'],
    ['pcm16', 'opus'],
  ] as const) {
    const { token, id: uid } = service.owner;
    const { url } = service;
    const listener = await Listener.open(url, { token, uid, codec, sample_rate: 16_000 });
    for (const frame of DEVICES[sent]!.frames(sound)) listener.socket.send(frame);
    const { code, reason } = await listener.closed;
    assert.equal(code, 1003, `${sent} as ${codec}`);
    assert.match(reason, /audio (?:is|does not)/);
  }
});

function toMulaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), 32_635) + 132;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

function toLc3(pcm: Int16Array): Uint8Array[] {
  const lc3 = koffi.load('liblc3.so.0');
  const size = lc3.func('uint lc3_encoder_size(int, int)');
  const setup = lc3.func('void *lc3_setup_encoder(int, int, int, void *)');
  const encode = lc3.func('int lc3_encode(void *, int, const void *, int, int, void *)');
  const memory = new Uint8Array(size(10_000, 16_000));
  const encoder = setup(10_000, 16_000, 16_000, memory);
  return cut(pcm, 160).map((frame) => {
    const packet = new Uint8Array(30);
    assert.equal(encode(encoder, 0, frame, 1, packet.length, packet), 0);
    return packet;
  });
}

function toAac(pcm: Int16Array): Uint8Array {
  const words = '-v error -f s16le -ar 16000 -ac 1 -i pipe:0 -b:a 48k -f adts pipe:1';
  const { stdout } = spawnSync('ffmpeg', words.split(' '), { input: bytes(pcm) });
  return new Uint8Array(stdout);
}

function bytes(pcm: Int16Array): Uint8Array {
  return new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
}

function cut<T extends Int16Array | Uint8Array>(whole: T, size: number): T[] {
  const count = Math.floor(whole.length / size);
  return Array.from({ length: count }, (_, n) => whole.slice(n * size, (n + 1) * size) as T);
}
