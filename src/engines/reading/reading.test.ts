import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chunksOf, MAX_PIECES, type Talk } from './input.ts';
import { vectorOf } from './meaning.ts';
import { load } from './network.ts';
import { Pieces } from './pieces.ts';
import { BuiltInReader } from './reader.ts';
import { readTalk } from './talk.ts';
import { unitsOf } from '../words/units.ts';

const asset = (name: string) => new URL(`../../../assets/${name}`, import.meta.url);
const pieces = new Pieces(asset('reading.vocabulary.txt'));
const loaded = load();

const talkOf = (...texts: string[]): Talk => ({
  language: 'en',
  turns: texts.map((text, at) => ({
    text,
    speaker: at % 2 ? 'Helen' : 'Ana',
    isUser: at % 2 === 1,
  })),
});
const PLUMBER = talkOf(
  'Could you ring the plumber before Friday?',
  'Sure, I will. And I am allergic to penicillin, by the way.',
  'Oh no. Dinner on Sunday at two?',
  'Sunday at two is lovely.',
);
const START = '2026-03-10T10:00';
const read = (talk: Talk) => readTalk(talk, START, loaded);
const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);

test('the notice names the hashes of the files', () => {
  const notice = readFileSync(asset('reading.LICENSE'), 'utf8');
  for (const name of ['reading.onnx', 'reading-heads.bin', 'reading.vocabulary.txt']) {
    const hash = createHash('sha256')
      .update(readFileSync(asset(name)))
      .digest('hex');
    assert.ok(notice.includes(`SHA-256 of ${name}: ${hash}`), name);
  }
});

test('each piece tells its place in the text', () => {
  const text = 'Grüße an  Ana,\nsie kommt um ½ 8 — ok? 東京 🙂';
  const found = pieces.of(text);
  const words = found.map(({ start, end }) => text.slice(start, end));
  assert.equal(words.join(''), text.replaceAll(/\s/g, ''));
  assert.deepEqual(pieces.of(text), found);
  assert.deepEqual(pieces.of(' \n'), []);
  assert.equal(pieces.of('word '.repeat(900), 7).length, 7);
});

test('a long talk is read in chunks that overlap, and every sentence is in one', () => {
  const talk = talkOf(...Array.from({ length: 120 }, (_, at) => `The boat number ${at} is blue.`));
  const units = unitsOf(talk);
  const chunks = chunksOf(talk, units, pieces);
  assert.ok(chunks.length > 2 && chunks.every(({ ids }) => ids.length <= MAX_PIECES));
  const inside = chunks.map(({ units: some }) => new Set(some.map(({ index }) => index)));
  assert.equal(new Set(inside.flatMap((some) => [...some])).size, units.length);
  assert.ok(inside.slice(1).every((some, at) => [...some].some((index) => inside[at]!.has(index))));
});

test('a talk is read: a task with its day, a fact, an appointment', () => {
  const { sentences, times, dues } = read(PLUMBER);
  const best = (kind: 'task' | 'event' | 'fact') =>
    sentences.toSorted((one, other) => other[kind] - one[kind])[0]!.unit.text;
  assert.match(best('task'), /plumber/);
  assert.match(best('fact'), /allergic/);
  const plumber = sentences[0]!;
  assert.equal(dues.get(plumber.unit)?.time?.date, '2026-03-13');
  const [time] = times.toSorted((one, other) => other.event - one.event);
  assert.deepEqual([time!.date, time!.time], ['2026-03-15', '14:00']);
});

test('the same talk gives the same reading, here and in the process', async () => {
  await using reader = new BuiltInReader();
  const [first, second] = [read(PLUMBER), await reader.readTalk(PLUMBER, START)];
  assert.deepEqual(second.sentences, first.sentences);
  assert.deepEqual(second.categories, first.categories);
});

test('nothing, one word and endless words are read', () => {
  assert.deepEqual(read({ language: 'en', turns: [] }).sentences, []);
  for (const text of [
    'yes',
    '?',
    '🙂',
    'word '.repeat(10_000),
    'a'.repeat(5_000),
    '東京 '.repeat(50),
  ]) {
    const { sentences, worth } = read(talkOf(text));
    assert.ok(worth >= 0 && worth <= 1);
    for (const { task, words } of sentences) {
      assert.ok(task >= 0 && task <= 1);
      assert.ok(words.task.every((chance) => chance >= 0 && chance <= 1));
    }
  }
});

test('the words that answer a question are found, or that none do', async () => {
  await using reader = new BuiltInReader();
  const ask = async (question: string) => {
    const [found] = await reader.answers(question, [PLUMBER]);
    const { turn, start, end, chance } = found!;
    return { said: PLUMBER.turns[turn]!.text.slice(start, end), chance };
  };
  const allergy = await ask('What am I allergic to?');
  assert.match(allergy.said, /penicillin/);
  assert.match((await ask('When is dinner?')).said, /two/);
  const cost = await ask('How much does the plumber cost?');
  assert.ok(cost.chance < allergy.chance, String(cost.chance));
  assert.deepEqual(await reader.answers('When?', [{ turns: [] }]), [null]);
});

test('sentences that mean the same are closer than others, in three languages', () => {
  const vector = (text: string) => vectorOf(text, loaded);
  const call = vector('I have to call the dentist tomorrow.');
  const same = ['Tomorrow I must ring my dentist.', 'Ich muss morgen den Zahnarzt anrufen.'];
  for (const text of [...same, 'Mañana tengo que llamar al dentista.']) {
    assert.ok(cosine(call, vector(text)) > 0.5, text);
  }
  assert.ok(cosine(call, vector('The cake was delicious.')) < 0.3);
  assert.ok(Math.abs(cosine(call, call) - 1) < 1e-5);
  assert.ok(vector('').every((value) => value === 0));
});

test('a closed reader reads no more', async () => {
  const reader = new BuiltInReader();
  await reader[Symbol.asyncDispose]();
  await assert.rejects(reader.vectors(['a']), /The reader is closed/);
});

test('only a few sentences of one speaker are read as notes, each for what it is', () => {
  const kindsOf = (...texts: string[]) =>
    read({ language: 'en', turns: texts.map((text) => ({ text, speaker: 'Ana', isUser: true })) })
      .sentences.map(({ note }) => note)
      .map((note) => note && Object.entries(note).find(([, chance]) => chance > 0.5)?.[0]);
  assert.deepEqual(kindsOf('we need some plums'), ['task']);
  assert.deepEqual(kindsOf('dentist on Wednesday at ten', 'what is on my calendar today'), [
    'event',
    'nothing',
  ]);
  assert.deepEqual(
    PLUMBER.turns.map((_, at) => read(PLUMBER).sentences[at]!.note),
    [null, null, null, null],
  );
});
