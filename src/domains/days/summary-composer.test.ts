import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { summariseDay } from './summary-composer.ts';
import type { ContentsOfDay, ConversationOfDay } from './summary-composer.ts';

const START = Date.parse('2026-01-15T08:00:00Z');

/** Returns a conversation that began this many minutes after eight. */
const talk = (minute: number, more: Partial<ConversationOfDay> = {}): ConversationOfDay => ({
  id: `talk-${minute}`,
  at: new Date(START + minute * 60_000),
  finished_at: null,
  title: `Talk ${minute}`,
  overview: `They talk at ${minute}.`,
  emoji: '💬',
  events: [],
  starred: false,
  geolocation: null,
  ...more,
});

const day = (conversations: ConversationOfDay[], more: Partial<ContentsOfDay> = {}) =>
  summariseDay({ conversations, action_items: [], memories: [], ...more });
const task = (id: string, conversation_id: string | null) => ({
  id,
  description: id,
  completed: false,
  due_at: new Date(START),
  conversation_id,
});

test('results decide the headline of a day, and time decides the order of the overview', () => {
  const talks = [
    talk(0, {
      title: 'Breakfast',
      overview: 'Ana has toast',
      finished_at: new Date(START + 600_000),
    }),
    talk(60, { title: 'A call to the bank', overview: 'The user needs a loan.', emoji: '🏦' }),
    talk(120, { title: 'Dinner plans', overview: 'Rui will cook!', events: [{}], emoji: '🍳' }),
  ];
  const memories = [{ id: 'm', content: 'Rui cooks', conversation_id: 'talk-120' }];
  const made = day(talks, {
    memories,
    action_items: [task('Call', 'talk-60'), task('Sign', 'talk-60'), task('Rest', null)],
  });
  assert.equal(made.headline, 'A call to the bank · Dinner plans · Breakfast');
  assert.equal(made.day_emoji, '🏦');
  assert.equal(made.overview, 'Ana has toast. The user needs a loan. Rui will cook!');
  assert.deepEqual(made.details, {
    stats: { total_conversations: 3, total_minutes: 10, action_items_count: 3 },
    highlights: [
      { conversation_id: 'talk-60', title: 'A call to the bank', emoji: '🏦' },
      { conversation_id: 'talk-120', title: 'Dinner plans', emoji: '🍳' },
      { conversation_id: 'talk-0', title: 'Breakfast', emoji: '💬' },
    ],
    action_items: [task('Call', 'talk-60'), task('Sign', 'talk-60'), task('Rest', null)].map(
      (each) => ({ ...each, due_at: '2026-01-15T08:00:00.000Z' }),
    ),
    unresolved_questions: [],
    decisions_made: [],
    knowledge_nuggets: memories,
    locations: [],
  });
});

test('a headline has at most eight words and does not end in the middle of a phrase', () => {
  const headline = (...titles: string[]) =>
    day(titles.map((title, index) => talk(index, { title, overview: '' }))).headline;
  assert.equal(
    headline('How to mend the old bicycle with the help of neighbours'),
    'How to mend the old bicycle',
  );
  assert.equal(
    headline('One two three four five', 'Six seven eight', 'Nine'),
    'One two three four five · Six seven eight',
  );
  assert.equal(
    headline('One two three four five', 'Six seven eight nine', 'Ten'),
    'One two three four five',
  );
  assert.equal(headline('Chess', 'Chess'), 'Chess');
  assert.equal(headline('', ' '), '');
  assert.equal(day([talk(0, { title: '', overview: 'Ana sings.' })]).headline, 'Ana sings.');
});

test('a starred conversation comes first, and at most five are shown', () => {
  const talks = Array.from({ length: 8 }, (_, index) => talk(index, { starred: index === 6 }));
  const { highlights } = day(talks).details;
  assert.deepEqual(
    highlights.map(({ conversation_id }) => conversation_id),
    ['talk-6', 'talk-0', 'talk-1', 'talk-2', 'talk-3'],
  );
});

test('long overviews use first sentences, and very long ones drop the least important conversations', () => {
  const long = 'And so it went on, and on. '.repeat(10);
  const full = Array.from({ length: 20 }, (_, index) =>
    talk(index, { overview: `Point ${index} is told. ${long}` }),
  );
  const points = ({ overview }: { overview: string }) => overview.match(/\d+/g)!.map(Number);
  const all = Array.from({ length: 20 }, (_, index) => index);
  assert.equal(day(full).overview, all.map((index) => `Point ${index} is told.`).join(' '));
  const overfull = Array.from({ length: 200 }, (_, index) =>
    talk(index, { overview: `Point ${index} is told.`, starred: index >= 190 }),
  );
  const made = points(day(overfull));
  assert.ok(made.length > 50 && made.length < 100, String(made.length));
  assert.deepEqual(
    made.slice(-10),
    all.slice(-10).map((index) => index + 180),
  );
  assert.deepEqual(
    made,
    made.toSorted((a, b) => a - b),
  );
});

test('each place is listed once', () => {
  const at = (latitude: number, address: string | null = null) => ({
    geolocation: { latitude, longitude: -9.1393, address },
  });
  const talks = [talk(0, at(38.72231, 'Lisbon')), talk(1, at(38.72229)), talk(2, at(41.1579))];
  assert.deepEqual(day(talks).details.locations, [
    { conversation_id: 'talk-0', latitude: 38.72231, longitude: -9.1393, address: 'Lisbon' },
    { conversation_id: 'talk-2', latitude: 41.1579, longitude: -9.1393, address: null },
  ]);
});

test('a summary is bounded, deterministic and plain JSON for any input', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 });
  const conversation = fc.record({ title: text, overview: text, starred: fc.boolean() });
  fc.assert(
    fc.property(fc.array(conversation, { maxLength: 12 }), (given) => {
      const talks = given.map((each, index) => talk(index, each));
      const made = day(talks);
      const words = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(made.headline)];
      assert.ok(words.filter(({ isWordLike }) => isWordLike).length <= 8, made.headline);
      assert.ok(made.overview.length <= 1_500);
      assert.deepEqual(day(talks), made);
      assert.deepEqual(JSON.parse(JSON.stringify(made)), made);
    }),
  );
});
