import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Encoder } from '@evan/opus';
import { joined, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { Listener } from '../src/testing/listener.ts';
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
  // Split anywhere, even in the middle of a sample.
  pcm16: { sample_rate: 16_000, frames: (pcm) => cut(bytes(pcm), 777) },
};

for (const [codec, { sample_rate, frames }] of Object.entries(DEVICES)) {
  test(`what is spoken into ${codec} comes back as words`, async () => {
    await using service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
    await using listener = await Listener.open(service.url, {
      token: service.owner.token,
      uid: service.owner.id,
      codec,
      sample_rate,
    });
    await listener.event('service_status', ({ status }) => status === 'ready');
    const sound = joined(silence(0.5), await speak(SENTENCE), silence(2));
    for (const frame of frames(sound)) listener.socket.send(frame);
    await listener.until(() => /teacher.*library/i.test(listener.text));
    assert.equal(listener.segments.size, 1);
  });
}

function bytes(pcm: Int16Array): Uint8Array {
  return new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
}

function cut<T extends Int16Array | Uint8Array>(whole: T, size: number): T[] {
  const count = Math.floor(whole.length / size);
  return Array.from({ length: count }, (_, n) => whole.slice(n * size, (n + 1) * size) as T);
}
