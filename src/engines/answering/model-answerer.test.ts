import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpSend } from '../text-models/send.ts';
import { silentLog } from '../../core/log.ts';
import {
  endStream,
  refuse,
  startLanguageModel,
  streamPiece,
} from '../../testing/servers/language-model-server.ts';
import type { Behaviour } from '../../testing/servers/language-model-server.ts';
import type { Reader } from '../reading/reader.ts';
import type { Evidence } from './answerer.ts';
import { createModelAnswerer } from './model-answerer.ts';
import { readerOf } from './opening/testing-reader.ts';

const at = new Date('2026-03-02T10:00:00Z');
const QUESTION = { text: 'What about the roof?', at, timezone: 'UTC' };
const talk = (id: string) => ({ id, title: id, overview: `About ${id}.`, at, quotes: [] });
const NONE: Evidence = { conversations: [], events: [], memories: [], tasks: [] };
const FOUND = { ...NONE, conversations: [talk('tea'), talk('roof')] };

async function answered(
  behave: Behaviour,
  evidence: Evidence = FOUND,
  {
    signal,
    deadlineMs = 60_000,
    reader = readerOf(),
    question = QUESTION.text,
  }: { signal?: AbortSignal; deadlineMs?: number; reader?: Reader; question?: string } = {},
) {
  await using server = await startLanguageModel(behave);
  const warnings: string[] = [];
  const log = {
    ...silentLog,
    warn: (_: object, text: string) => warnings.push(text),
  } as typeof silentLog;
  const answerer = createModelAnswerer(
    {
      send: httpSend(server.baseUrl),
      model: 'test',
      deadlineMs,
      maxInputChars: 8_000,
      maxCalls: 5,
      maxTokens: 9_999,
    } as Parameters<typeof createModelAnswerer>[0],
    { reader, log },
  );
  const pieces: string[] = [];
  const answering = answerer.answer({ ...QUESTION, text: question }, evidence, { signal });
  for (;;) {
    const { done, value } = await answering.next();
    if (!done) pieces.push(value);
    else {
      const text = value.parts.map((part) => part.text).join('');
      return { pieces, text, used: value.used, warnings, asked: server.requests.length };
    }
  }
}
const saying =
  (...words: string[]): Behaviour =>
  (_, response) => {
    for (const word of words) streamPiece(response, word);
    endStream(response);
  };

test('text is shown while the model writes it', async () => {
  const { pieces, text, used, warnings } = await answered(saying('It leaks ', 'again [2].'));
  assert.equal(text, 'It leaks again [1].');
  assert.equal(pieces.join(''), text);
  assert.ok(pieces.length > 1);
  assert.deepEqual([used, warnings], [[1], []]);
});

test('no timer is left after an answer', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  await answered(saying('It leaks.'), FOUND, { deadlineMs: 3_600_000 });
  // Timers of earlier tests may end in the meantime.
  assert.ok(timers() <= before);
});

test('without results the model is not asked', async () => {
  const { text, asked } = await answered(saying('Never.'), NONE);
  assert.match(text, /^I found nothing about that/);
  assert.equal(asked, 0);
});

test('a model that fails, stays silent or returns nothing usable is replaced by quotations', async () => {
  for (const behave of [
    (_: unknown, response: Parameters<Behaviour>[1]) => refuse(response, 500),
    () => {},
    saying(''),
  ] as Behaviour[]) {
    const { text, pieces, warnings } = await answered(behave, FOUND, { deadlineMs: 1_000 });
    assert.match(text, /^From your conversations:.*- tea, 2 March 2026 \[1\]\. About tea\./s);
    assert.equal(pieces.join(''), text);
    assert.equal(warnings.length, 1);
  }
});

test('after a model breaks off, quotations continue with the next numbers', async () => {
  const { text, pieces, used } = await answered((_, response) => {
    streamPiece(response, 'It leaks [2]. ');
    streamPiece(response, 'And more');
    setTimeout(() => response.destroy(), 50);
  });
  assert.match(
    text,
    /^It leaks \[1\]\..*\n\nThe language model stopped here.*- roof, .*\[1\].*- tea, .*\[2\]/s,
  );
  assert.equal(pieces.join(''), text);
  assert.deepEqual(used, [1, 0]);
});

test('a slow model may continue as long as it writes', async () => {
  const behave: Behaviour = (_, response) => {
    ['One ', 'two ', 'three ', 'four.'].forEach((word, place, { length }) =>
      setTimeout(() => {
        streamPiece(response, word);
        if (place === length - 1) endStream(response);
      }, 700 * place),
    );
  };
  const { text, warnings } = await answered(behave, FOUND, { deadlineMs: 2_000 });
  assert.deepEqual([text, warnings], ['One two three four.', []]);
});

test('when the client disconnects, the answer keeps the shown text or throws the reason', async () => {
  const reason = new Error('left');
  await assert.rejects(
    answered(() => {}, FOUND, { signal: AbortSignal.abort(reason) }),
    reason,
  );
  const leaving = new AbortController();
  const { text, warnings } = await answered(
    (_, response) => {
      streamPiece(response, 'It leaks. And ');
      setTimeout(() => leaving.abort(reason), 100);
    },
    FOUND,
    { signal: leaving.signal },
  );
  assert.match(text, /^It leaks\./);
  assert.ok(!text.includes('language model'));
  assert.deepEqual(warnings, []);
});

const SPOKEN = ['The roofer comes on Friday at nine.', 'Tell him the gate sticks.'].map((text) => ({
  speaker: 'Jo',
  isUser: false,
  text,
}));
const TOLD = { ...NONE, conversations: [{ ...talk('roof'), quotes: SPOKEN, spoken: SPOKEN }] };
const WHEN = {
  question: 'When does the roofer come?',
  reader: readerOf(['on Friday at nine', 0.9]),
};

test('a model whose first sentence agrees with what was read answers', async () => {
  const { text, pieces, warnings } = await answered(
    saying('He comes on ', 'Friday, at nine [1]. ', 'Mind the gate.'),
    TOLD,
    WHEN,
  );
  assert.equal(text, 'He comes on Friday, at nine [1]. Mind the gate.');
  assert.equal(pieces.join(''), text);
  assert.deepEqual(warnings, []);
});

test('a model that says something else than what was read does not answer', async () => {
  for (const words of [
    ['He comes ', 'on Tuesday [1]. ', 'And on Friday.'],
    ['The notes do not say.'],
    ['He comes on Tuesday'],
  ]) {
    const { text, pieces } = await answered(saying(...words), TOLD, WHEN);
    assert.match(text, /^Friday, 6 March 2026 at 09:00 \(“on Friday at nine”/u, words[0]);
    assert.equal(pieces.join(''), text);
  }
});

test('a model is not asked for a fact that nothing tells, but is for what no few words answer', async () => {
  for (const question of [
    'When does the plumber come?',
    'What is the plumber called?',
    'What does the plumber cost?',
    'How tall is the ladder?',
    'Since when has it leaked?',
    'Was kostet der Klempner?',
    'Wie alt ist der Klempner?',
    '¿Cuánto cuesta?',
    'Has the plumber come?',
  ]) {
    const { text, asked } = await answered(saying('On Monday.'), TOLD, {
      question,
      reader: readerOf(['on Friday at nine', 0.1]),
    });
    assert.match(text, /^(?:I have nothing on that|Dazu habe ich nichts|No tengo nada)/u, question);
    assert.equal(asked, 0, question);
  }
  for (const question of [
    'Why is the roof open?',
    'What should I tell the roofer?',
    'What did we decide about the roof?',
    'How is the roof?',
    'Summarise the week.',
    'Was haben wir besprochen?',
  ]) {
    const { text } = await answered(saying('It leaks.'), TOLD, {
      question,
      reader: readerOf(['on Friday at nine', 0.1]),
    });
    assert.equal(text, 'It leaks.', question);
  }
});

test('a model does not say yes where no was read', async () => {
  for (const question of ['Does the gate work?', 'Does the gate stick?']) {
    const { text } = await answered(saying('', 'Yes, it ', 'sticks.'), TOLD, {
      question,
      reader: readerOf(['gate sticks', 0.9, 'no']),
    });
    assert.match(text, /^No: “gate sticks”/u, question);
  }
});
