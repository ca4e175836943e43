/** The contract that all recognisers fulfil; the test file of each recogniser runs this suite. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedSound, silence } from '../audio/testing.ts';
import {
  SAMPLE_RATE,
  type Recogniser,
  type RecognitionEvent,
  type RecognitionOptions,
  type RecognitionSession,
} from './recogniser.ts';

/** A session that has not ended after this time will never end. */
const COLLECT_MS = 60_000;

export interface Subject {
  /** Makes a new recogniser for this sound; the suite disposes of it. */
  make(sound: 'silence' | 'speech'): Promise<Recogniser>;
  /** Sound that contains audible words between silences. */
  speech: () => Promise<Int16Array>;
  /**
   * Sound that ends in the middle of a sentence, for a recogniser whose partial results take longer
   * than it takes to write the whole sound.
   */
  unfinished?: () => Promise<Int16Array>;
  /** False for a recogniser that returns no words. */
  hearsWords?: boolean;
}

export function recogniserSuite(
  name: string,
  { make, speech, unfinished, hearsWords = true }: Subject,
): void {
  test(`${name}: reports whether it can work here`, async () => {
    await using recogniser = await make('speech');
    assert.deepEqual(await recogniser.available(), { ok: true });
    assert.match(recogniser.name, /^[a-z][a-z0-9-]*$/);
  });

  test(`${name}: silence gives no events`, async () => {
    await using recogniser = await make('silence');
    assert.deepEqual(await hear(recogniser, silence(5)), []);
  });

  test(`${name}: speech gives speech events, at most four a second`, async () => {
    await using recogniser = await make('speech');
    const sound = await speech();
    const times = (await hear(recogniser, sound)).flatMap((event) =>
      event.type === 'speech' ? [event.at] : [],
    );
    assert.ok(times.length > 0);
    assert.ok(times.every((at) => at > 0 && at <= Math.ceil(sound.length / SAMPLE_RATE)));
    assert.ok(times.every((at, i) => i === 0 || at - times[i - 1]! >= 0.25 - 1e-9));
  });

  test(`${name}: finals are complete, in the order of speech, on the audio clock`, async () => {
    await using recogniser = await make('speech');
    const sound = await speech();
    const finals = finalsOf(await hear(recogniser, sound));
    if (!hearsWords) return assert.deepEqual(finals, []);
    assert.ok(finals.length > 0);
    assert.equal(new Set(finals.map(({ id }) => id)).size, finals.length);
    let clock = 0;
    for (const { text, start, end, words } of finals) {
      assert.ok(text.trim() && words.length > 0);
      assert.ok(clock <= start && start < end && end <= sound.length / SAMPLE_RATE + 0.05);
      for (const word of words) {
        assert.ok(word.text.trim() && word.start <= word.end);
        assert.ok(word.start >= start - 1e-6 && word.end <= end + 1e-6);
        const { confidence = 0.5 } = word;
        assert.ok(confidence >= 0 && confidence <= 1);
      }
      clock = end - 0.05;
    }
  });

  test(`${name}: partials come only if declared, and lead to a final`, async () => {
    await using recogniser = await make('speech');
    const events = unfinished
      ? await hearUntilPartial(recogniser, await unfinished())
      : await hear(recogniser, await speech());
    const finals = new Set(finalsOf(events).map(({ id }) => id));
    const partials = events.flatMap((event) => (event.type === 'partial' ? [event.utterance] : []));
    assert.equal(partials.length > 0, recogniser.capabilities.partials);
    assert.ok(partials.every(({ id, text }) => text && finals.has(id)));
  });

  test(`${name}: nothing is pending before the first sound and after the end`, async () => {
    await using recogniser = await make('speech');
    const session = recogniser.open({ language: 'en' });
    assert.equal(session.backlogSeconds(), 0);
    session.write(await speech());
    await session.finish();
    assert.equal(session.backlogSeconds(), 0);
  });

  test(`${name}: simultaneous sessions are independent`, async () => {
    await using recogniser = await make('speech');
    const sound = await speech();
    const sessions = [sound, joinedSound(silence(1), sound)].map((pcm) => hear(recogniser, pcm));
    const [one, later] = (await Promise.all(sessions)).map(finalsOf);
    assert.equal(one!.length, later!.length);
  });

  test(`${name}: a closed session ends immediately without a failure`, async () => {
    await using recogniser = await make('speech');
    const session = recogniser.open({ language: 'en' });
    session.write(await speech());
    session.close();
    session.write(await speech());
    const events = await collect(session);
    assert.ok(events.every(({ type }) => type !== 'failed'));
    await session.finish();
  });

  test(`${name}: sound after finish is ignored`, async () => {
    await using recogniser = await make('speech');
    const session = recogniser.open({ language: 'en' });
    await session.finish();
    session.write(await speech());
    assert.deepEqual(await collect(session), []);
  });
}

/** Sends this sound to a session in pieces, as a device does, and collects all events. */
export async function hear(
  recogniser: Recogniser,
  pcm: Int16Array,
  options: RecognitionOptions = { language: 'en' },
): Promise<RecognitionEvent[]> {
  const session = recogniser.open(options);
  for (let at = 0; at < pcm.length; at += 320) session.write(pcm.subarray(at, at + 320));
  const [events] = await Promise.all([collect(session), session.finish()]);
  return events;
}

/** Ends the sound only after the first partial result. */
async function hearUntilPartial(
  recogniser: Recogniser,
  pcm: Int16Array,
): Promise<RecognitionEvent[]> {
  const session = recogniser.open({ language: 'en' });
  session.write(pcm);
  return collect(session, ({ type }) => type === 'partial' && void session.finish());
}

export async function collect(
  session: RecognitionSession,
  onEvent?: (event: RecognitionEvent) => void,
): Promise<RecognitionEvent[]> {
  const events: RecognitionEvent[] = [];
  const late = Promise.withResolvers<never>();
  const limit = setTimeout(() => {
    const last = JSON.stringify(events.at(-1));
    late.reject(new Error(`The session did not end in ${COLLECT_MS} ms. Its last event: ${last}`));
  }, COLLECT_MS);
  const all = async () => {
    for await (const event of session.events) {
      events.push(event);
      onEvent?.(event);
    }
    return events;
  };
  return Promise.race([all(), late.promise]).finally(() => clearTimeout(limit));
}

export function finalsOf(events: readonly RecognitionEvent[]) {
  return events.flatMap((event) => (event.type === 'final' ? [event.utterance] : []));
}
