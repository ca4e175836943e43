/** Tests voices that cannot be read, so that their words continue without a speaker. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Log } from '../../../core/log.ts';
import type { VoicePrint, VoicePrinter } from '../../../engines/voices/print.ts';
import { soon } from '../../../testing/eventually.ts';
import { PrintReader } from './print-reader.ts';

const PRINT: VoicePrint = { model: 'test', seconds: 1, statistics: new Float32Array(2) };
const SECOND = new Int16Array(16_000);

function open(read: VoicePrinter['read']) {
  const problems: string[] = [];
  const log = {
    warn: ({ err }: { err: Error }) => void problems.push(err.message),
  } as unknown as Log;
  const printer = { minSeconds: 1, read } as unknown as VoicePrinter;
  return { reader: new PrintReader(printer, log), problems };
}

test('a voice is read from at least the seconds that its model needs', async () => {
  const { reader, problems } = open(async () => PRINT);
  assert.equal(await reader.read(SECOND), PRINT);
  assert.equal(await reader.read(SECOND.subarray(1)), null);
  assert.deepEqual(problems, []);
});

test('a voice that cannot be read is logged, and its words have no speaker', async () => {
  const { reader, problems } = open(async () => {
    throw new Error('The model broke.');
  });
  assert.equal(await reader.read(SECOND), null);
  assert.deepEqual(problems, ['The model broke.']);
});

test('words wait two seconds for their speaker', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { reader, problems } = open(() => new Promise(() => {}));
  const reading = reader.read(SECOND);
  t.mock.timers.tick(2_000);
  t.mock.timers.reset();
  assert.equal(await soon('the end of the wait', reading), null);
  assert.deepEqual(problems, ['The voice check takes too long.']);
});
