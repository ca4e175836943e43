import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speak } from '../../engines/audio/testing-speech.ts';
import { Listener } from '../../testing/clients/listener.ts';
import { startService } from '../../testing/start-service.ts';

test('noise as loud as speech does not keep the conversation from ending', async () => {
  await using service = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
  const { url, owner } = service;
  await using device = await Listener.open(url, {
    token: owner.token,
    uid: owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    conversation_timeout: 3,
  });
  await device.event('service_status', ({ status }) => status === 'ready');
  const speech = await speak('I live in Boston with my two children, and I work at the school.');
  await device.stream(speech, { speed: 2 });
  const goesOn = device.stream(noise(30, levelOf(speech)), { speed: 2 });
  const ended = device.event('memory_processing_started');
  const memory = await Promise.race([ended.then((event) => event.memory), goesOn]);
  assert.ok(memory, 'it ended while the noise went on');
  assert.match(memory.transcript_segments[0].text, /Boston|children|school/i);
});

function levelOf(pcm: Int16Array): number {
  return Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);
}

/** Noise of this level, the same in each run. */
function noise(seconds: number, level: number): Int16Array {
  let seed = 1;
  let low = 0;
  const waves = Float64Array.from({ length: seconds * 16_000 }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    low += 0.1 * (seed / 2 ** 31 - 1 - low);
    return low;
  });
  const own = Math.sqrt(waves.reduce((sum, value) => sum + value * value, 0) / waves.length);
  return Int16Array.from(waves, (value) =>
    Math.max(-32_768, Math.min(32_767, (value * level) / own)),
  );
}
