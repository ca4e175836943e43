/** Tests what the reader makes of the scores of its models. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DIMENSIONS } from '../../sentence-encoder/sentence-encoder.ts';
import { hashOf, type LinearModel } from './model.ts';
import { categoryOf, factsOf, loadReader, readTalk, type ReadingModels } from './reader.ts';
import { WordClusters } from './word-clusters.ts';

test('a task is the own task of its speaker unless the model says otherwise', () => {
  const reader = loadReader();
  const talk = {
    language: 'en',
    turns: [
      { text: 'Can you send me the report by Monday?', speaker: 'Ana', isUser: true },
      { text: "Sure, I'll do that.", speaker: 'Ben', isUser: false },
    ],
  };
  const tasksWith = (models: typeof reader.models) =>
    readTalk(talk, '2026-11-20T09:00', { ...reader, models }).tasks;
  assert.deepEqual(
    tasksWith(reader.models).map(({ unit, isForOther }) => [unit.index, isForOther]),
    [[0, true]],
  );
  const undecided = { ...reader.models.get('owner')!, rows: new Map<number, number>() };
  const [task] = tasksWith(new Map([...reader.models, ['owner', undecided]]));
  assert.equal(task!.isForOther, false);
});

type Weights = Record<string, readonly number[]>;

const modelOf = (labels: readonly string[], weights: Weights): LinearModel => ({
  labels,
  rows: new Map(Object.keys(weights).map((feature, row) => [hashOf(feature), row])),
  weights: Int8Array.from(Object.values(weights).flat()),
  scales: labels.map(() => 1),
});

const LABELS: Readonly<Record<string, readonly string[]>> = {
  acts: [],
  items: ['task', 'event', 'fact'],
  'task words': ['out', 'begin', 'in'],
  'event words': ['out', 'begin', 'in'],
  owner: ['other'],
  due: ['due'],
  event: ['event'],
  category: ['home', 'work'],
};

/** Reads a talk of Ana and Ben with models that have only these weights. */
function readBy(weights: Record<string, Weights>, ...texts: string[]) {
  const reader: ReadingModels = {
    models: new Map(
      Object.entries(LABELS).map(([name, labels]) => [name, modelOf(labels, weights[name] ?? {})]),
    ),
    dense: new Map(),
    encoder: null,
    bounds: { task: 0.6, event: 0.6, fact: 0.6, 'event time': 0.5 },
    clusters: new WordClusters(''),
  };
  const turns = texts.map((text, at) => ({
    text,
    speaker: at % 2 === 0 ? 'Ana' : 'Ben',
    isUser: at % 2 === 0,
  }));
  const read = readTalk({ language: 'en', turns }, '2026-11-20T09:00', reader);
  return { ...read, category: categoryOf(read, reader) };
}

const TASK = { items: { 'w ladder': [1, -9, -9] } };

test('a sentence is a task from the lowest chance that is kept', () => {
  const { tasks } = readBy(TASK, 'Bring the ladder. Bring the shovel.');
  assert.deepEqual(
    tasks.map(({ unit }) => unit.text),
    ['Bring the ladder.'],
  );
});

test('the acts of a talk count in what its sentences are', () => {
  const { tasks } = readBy({ items: { 'acts - -': [1, -9, -9] } }, 'Bring the ladder.');
  assert.equal(tasks.length, 1);
});

test('a single word stands for its whole sentence', () => {
  const spanWith = (words: Weights) =>
    readBy({ ...TASK, 'task words': words }, 'Please bring the ladder.').tasks[0]!.span;
  const out = { bias: [1, 0, -9] };
  assert.deepEqual(spanWith(out), { from: 0, to: 4 });
  assert.deepEqual(spanWith({ ...out, '0 bring': [0, 9, 0] }), { from: 0, to: 4 });
  assert.deepEqual(spanWith({ ...out, '0 bring': [0, 9, 0], '0 the': [0, 0, 20] }), {
    from: 1,
    to: 3,
  });
});

test('a task is due on the likeliest day that is named near it', () => {
  const dueWith = (due: Weights) =>
    readBy({ ...TASK, due }, 'Bring the ladder on Sunday.').tasks[0]!.due;
  assert.deepEqual(dueWith({ time: [2] }), { date: '2026-11-22', time: null });
  assert.deepEqual(dueWith({ 'today bias': [2] }), { date: '2026-11-20', time: null });
  assert.equal(dueWith({ 'none bias': [2] }), null);
});

test('an appointment has the sentence beside its time that most likely says it', () => {
  const weights = { items: { 'w dinner': [-9, 2, -9] }, event: { bias: [1] } };
  const said = (...texts: string[]) =>
    readBy(weights, ...texts).events.map(({ unit, date, time, last }) => ({
      unit: unit.text,
      when: time ? `${date} ${time}` : date,
      last: last.text,
    }));
  assert.deepEqual(said('Dinner, then.', 'Yes. On Sunday.', 'Right.'), [
    { unit: 'Dinner, then.', when: '2026-11-22', last: 'On Sunday.' },
  ]);
  const onSunday = { when: '2026-11-22', last: 'On Sunday.' };
  assert.deepEqual(said('On Sunday. Dinner, then.'), [{ unit: 'Dinner, then.', ...onSunday }]);
  const both = 'Dinner on Sunday.';
  assert.deepEqual(said(`${both} Dinner at the pier.`), [
    { unit: both, when: '2026-11-22', last: both },
  ]);
  assert.deepEqual(said('Dinner, then.', 'Well.', 'On Sunday.', 'Dinner.'), [
    { unit: 'On Sunday.', when: '2026-11-22', last: 'On Sunday.' },
  ]);
});

test('the sentence of an appointment is up to twelve sentences away from its day', () => {
  const weights = { items: { 'w dinner': [-9, 2, -9] }, event: { bias: [1] } };
  const anchor = (sentences: number) =>
    readBy(weights, `Dinner. ${'Well. '.repeat(sentences - 1)}On Sunday.`).events[0]!.unit.text;
  assert.deepEqual([12, 13].map(anchor), ['Dinner.', 'On Sunday.']);
});

test('an unlikely time is no appointment, and the same time is one appointment', () => {
  const eventsWith = (event: Weights, ...texts: string[]) =>
    readBy({ event }, ...texts).events.map(({ date, time }) => `${date} ${time}`);
  assert.deepEqual(eventsWith({ bias: [-1] }, 'On Sunday.'), []);
  assert.deepEqual(eventsWith({}, 'On Sunday.'), ['2026-11-22 null']);
  const both = { bias: [-1], 'kind day hour': [3] };
  assert.deepEqual(eventsWith(both, 'On Sunday.', 'At two.'), ['2026-11-22 14:00']);
  assert.deepEqual(eventsWith(both, 'On Sunday.', 'At two.', 'Sunday at two.'), [
    '2026-11-22 14:00',
  ]);
});

test('sentences that say an appointment count for the times near them', () => {
  const weights = {
    items: { 'w dinner': [-9, 2, -9] },
    event: { bias: [-1], 'near event 4': [9] },
  };
  const eventsOf = (...texts: string[]) => readBy(weights, ...texts).events.length;
  assert.deepEqual(
    [eventsOf('Dinner, then.', 'On Sunday.'), eventsOf('Lunch.', 'On Sunday.')],
    [1, 0],
  );
});

test('a sentence says one appointment, although it names several days', () => {
  const { events } = readBy({ event: { bias: [1] } }, 'Dinner on Sunday or on Monday.');
  assert.deepEqual(
    events.map(({ date }) => date),
    ['2026-11-22'],
  );
});

test('a sentence is a fact from the lowest chance that is kept', () => {
  const read = readBy({}, 'I live in Porto.');
  const models = new Map([['fact words', modelOf(['out', 'begin', 'in'], {})]]);
  const factsFrom = (fact: number) => factsOf(read, { models, bounds: { fact } }).length;
  // Without any weights, the chance is one half.
  assert.deepEqual([0.5, 0.501].map(factsFrom), [1, 0]);
});

test('the last sentence of an appointment is the one that completes its time', () => {
  const weights = { event: { bias: [-9], 'kind day hour': [19] } };
  const lastOf = (...texts: string[]) => readBy(weights, ...texts).events[0]!.last.text;
  assert.equal(lastOf('On Sunday.', 'At two.'), 'At two.');
  assert.equal(lastOf('At two.', 'On Sunday.'), 'On Sunday.');
});

test('a talk without meanings has the category of its words', () => {
  const category = { 'w ladder': [1, 0], 'w invoice': [0, 1] };
  assert.equal(readBy({ category }, 'The ladder.').category, 'home');
  assert.equal(readBy({ category }, 'The invoice.').category, 'work');
});

test('hints of words count four times the logarithm of their score', () => {
  const read = readBy({}, 'The ladder.');
  const meanings = new Map([[read.all.units[0]!, new Float32Array(DIMENSIONS)]]);
  const weights = new Float32Array(2 * (DIMENSIONS + 1));
  weights[DIMENSIONS] = 3;
  const dense = new Map([['category by meaning', { labels: ['home', 'work'], weights }]]);
  const categoryWith = (hint: number) =>
    categoryOf({ ...read, meanings }, { models: new Map(), dense }, new Map([['work', hint]]));
  // 4 ln 2 is below 3, and 4 ln 2.2 is above it.
  assert.equal(categoryWith(0), 'home');
  assert.equal(categoryWith(1), 'home');
  assert.equal(categoryWith(1.2), 'work');
});
