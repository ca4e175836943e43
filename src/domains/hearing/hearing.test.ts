/** Tests when a session stops waiting for its recogniser, and what it learns of a failure. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import type { Script } from '../../engines/recognition/scripted-recogniser.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import { soon } from '../../testing/eventually.ts';
import { Hearing } from './hearing.ts';
import { Timeline } from './timeline.ts';

function listen(
  script: Script,
  { hangs = false, stopping }: { hangs?: boolean; stopping?: AbortSignal } = {},
) {
  const failures: string[] = [];
  const scripted = scriptedRecogniser(script);
  const recogniser: Recogniser = {
    ...scripted,
    open(options) {
      const session = scripted.open(options);
      if (hangs) session.finish = () => new Promise(() => {});
      return session;
    },
  };
  const hearing = new Hearing({
    recogniser,
    language: 'en',
    timeline: new Timeline(0),
    voices: null,
    stopping,
    on: (event) => void (event.type === 'failed' && failures.push(event.detail)),
  });
  hearing.open();
  return { hearing, failures };
}

test('a session learns why its recogniser has failed', async () => {
  const failure = { at: 1, code: 'engine', detail: 'It broke.' } as const;
  const { hearing, failures } = listen({ utterances: [], failure });
  hearing.write(new Int16Array(16_000));
  assert.equal(await soon('the end', hearing.finish()), true);
  assert.deepEqual(failures, ['It broke.']);
});

test('when the service stops, no session waits for a recogniser that hangs', async () => {
  const stop = new AbortController();
  const { hearing } = listen({ utterances: [] }, { hangs: true, stopping: stop.signal });
  const handedOver = hearing.handOver();
  stop.abort();
  assert.equal(await soon('the former recogniser', handedOver), false);
  // The service is already stopping here.
  assert.equal(await soon('the last recogniser', hearing.finish()), false);
});
