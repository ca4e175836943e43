/**
 * Tests the path from a question and its search results to the words of an answer and of the
 * prompt.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerPrompt } from './answer-prompt.ts';
import type { Evidence, Question } from './answerer.ts';
import { eventsAbout } from './events-about.ts';
import { passagesAbout } from './passages.ts';
import { inParts, quote, quotingAnswerer } from './quoting-answerer.ts';
import { turnsAbout } from './turns-about.ts';

const at = new Date('2026-03-02T10:00:00Z');
const question: Question = { text: 'What about the roof?', at, timezone: 'Europe/Lisbon' };
const NONE: Evidence = { conversations: [], events: [], memories: [], tasks: [] };
const ROOF: Evidence = {
  conversations: [
    {
      id: 'roof',
      title: 'The roof',
      overview: 'It leaks.',
      at: new Date('2026-02-01T09:00:00Z'),
      quotes: [
        { speaker: 'Ana', text: 'The roof leaks.' },
        { speaker: 'Rui', text: 'Again?' },
        { speaker: 'Ana', text: 'Yes, again.' },
      ],
    },
    { id: 'tea', title: '', overview: 'Tea was drunk.', at, quotes: [] },
  ],
  events: [
    { id: 'roof', title: 'Roofer', description: 'He looks.', about: 'The roof', at },
    { id: 'gone', title: 'Party', description: '', about: 'Party', at },
  ],
  memories: [{ id: 'm1', content: 'Has an old roof' }],
  tasks: [
    { id: 't1', description: 'Call the roofer', due_at: at },
    { id: 't2', description: 'Buy tiles', due_at: null },
  ],
  files: [{ name: 'offer.txt', passages: ['900 euros', 'in May', 'with tiles', 'not shown'] }],
};

test('without a first line the answer quotes all results with their sources', () => {
  const { parts, used, remembered } = quote(question, ROOF, null);
  assert.equal(
    parts.map(({ text }) => text).join(''),
    `From your memories:
- Has an old roof

Events:
- Roofer (The roof), Monday, 2 March 2026 at 10:00 [1]
- Party, Monday, 2 March 2026 at 10:00

Open tasks:
- Call the roofer, due 2 March 2026
- Buy tiles

In offer.txt:
- “900 euros”
- “in May”
- “with tiles”

From your conversations:
- The roof, 1 February 2026 [1]. Ana: “The roof leaks.” Rui: “Again?”
- Untitled, 2 March 2026 [2]. Tea was drunk.`,
  );
  assert.deepEqual([used, remembered], [[0, 1], ['m1']]);
  const from = parts.flatMap((part) => part.from);
  assert.deepEqual(from, ['m1', 'roof', 'gone', 't1', 't2', 'roof', 'tea']);
  const unmarked = quote({ ...question, unmarked: true }, ROOF, null);
  assert.ok(!unmarked.parts.some(({ text }) => text.includes('[')));
});

test('each quote of the answer has at most 280 characters', () => {
  const long = 'x'.repeat(281);
  const shown = `${'x'.repeat(279)}…`;
  const found = (overview: string, ...quotes: string[]) => ({
    ...ROOF.conversations[0]!,
    overview,
    quotes: quotes.map((text) => ({ speaker: 'Ana', text })),
  });
  const evidence = {
    ...NONE,
    conversations: [found(long), found('', long, long.slice(1))],
    files: [{ name: 'a.txt', passages: [long] }],
  };
  assert.deepEqual(
    quote(question, evidence, null)
      .parts.flatMap(({ text }) => text.match(/x+…?/g) ?? [])
      .filter((word) => word.length > 9),
    [shown, shown, shown, long.slice(1)],
  );
});

test('the answer says once what its first line says', () => {
  const { events } = ROOF;
  const opening = { parts: [{ text: 'Today.', from: ['roof'] }], contains: new Set([events[0]!]) };
  const written = (some: Partial<Evidence>) =>
    quote(question, { ...NONE, ...some }, opening)
      .parts.map(({ text }) => text)
      .join('');
  const rest = '\n\nEvents:\n- Party, Monday, 2 March 2026 at 10:00';
  assert.equal(written({ events }), `Today.${rest}`);
  assert.equal(written({ events: events.slice(0, 1) }), 'Today.');
});

test('the answer has the language of the question', () => {
  const { parts } = quote({ ...question, text: 'Wann kommt der Roofer?' }, ROOF, null);
  const sections = parts
    .map(({ text }) => text)
    .join('')
    .split('\n\n');
  assert.deepEqual(
    sections.map((section) => section.split('\n')[0]),
    [
      'Aus deinen Erinnerungen:',
      'Termine:',
      'Offene Aufgaben:',
      'In offer.txt:',
      'Aus deinen Gesprächen:',
    ],
  );
  assert.match(sections[1]!, /Party, Montag, 2. März 2026 um 10:00/);
  const none = quote({ ...question, text: '¿Dónde está el barco?' }, NONE, null);
  assert.match(none.parts[0]!.text, /^No he encontrado nada/);
});

test('without results the answer says so and claims nothing else', async () => {
  const said = (evidence: Evidence) => quote(question, evidence, null).parts[0]!.text;
  assert.equal(said(NONE), 'I found nothing about that in your conversations and memories.');
  assert.equal(
    said({ ...NONE, closed: 'Closed.' }),
    'I found nothing about that in your conversations.',
  );
  const pieces: string[] = [];
  const answering = inParts(quote(question, ROOF, null), 1);
  for (let next = await answering.next(); !next.done; next = await answering.next())
    pieces.push(next.value);
  assert.equal(pieces[0], '- Has an old roof\n\n');
  const all = await Array.fromAsync(quotingAnswerer.answer(question, NONE, {}));
  assert.equal(all.length, 1);
});

test("the model gets numbered notes, the user's local time and the earlier messages", () => {
  const history = [
    { sender: 'human' as const, text: 'Hello', sources: [] },
    { sender: 'ai' as const, text: 'Hi', sources: [] },
  ];
  const { system, user } = answerPrompt({ ...question, history }, ROOF, 10_000);
  assert.match(system, /Use only the notes/);
  const lines = user.split('\n');
  for (const line of [
    'User: Hello',
    'Assistant: Hi',
    'It is Monday, 2 March 2026 at 10:00. The question: What about the roof?',
    'Event [1], Monday, 2 March 2026 at 10:00: Roofer (The roof). He looks.',
    'Event, Monday, 2 March 2026 at 10:00: Party (Party).',
    'Memory [3]: Has an old roof',
    'Open task [4]: Call the roofer (due Monday, 2 March 2026 at 10:00)',
    'Open task [5]: Buy tiles',
    'File offer.txt: 900 euros',
    'Conversation [1], Sunday, 1 February 2026 at 09:00: The roof. It leaks.',
    '  Ana: Yes, again.',
    'Conversation [2], Monday, 2 March 2026 at 10:00: . Tea was drunk.',
  ]) {
    assert.ok(lines.includes(line), `${line}\n${user}`);
  }
  const bare = answerPrompt(question, { ...NONE, closed: 'Memories are closed.' }, 10_000).user;
  assert.match(bare, /Memories are closed\. The user is told\./);
  assert.ok(!bare.includes('said in this chat'));
  assert.ok(!answerPrompt(question, ROOF, 10_000).user.includes('The user is told'));
  const short = answerPrompt(question, ROOF, 20).user;
  assert.ok(!short.includes('Memory'));
  const long = [{ sender: 'human' as const, text: `first ${'x'.repeat(6_000)}`, sources: [] }];
  assert.ok(!answerPrompt({ ...question, history: long }, ROOF, 10_000).user.includes('first'));
});

const event = (title: string, date: string, description = '', about = '') => ({
  title,
  description,
  about,
  at: new Date(date),
});
const EVENTS = [
  event('Dentist', '2026-03-03T09:00:00Z'),
  event('Dentist', '2026-02-20T09:00:00Z'),
  event('Roofer comes', '2026-03-06T09:00:00Z', 'He looks at the tiles'),
  event('Call', '2026-03-20T09:00:00Z', '', 'The new tiles'),
  event('Party', '2026-03-10T20:00:00Z'),
  event('Concert', '2026-02-27T20:00:00Z'),
  event('Lunch', '2026-03-02T12:00:00Z'),
];
const found = (text: string, now = at) =>
  eventsAbout(EVENTS, { text, at: now, timezone: 'UTC' })
    .map(({ title, at: when }) => `${title} ${when.toISOString().slice(5, 10)}`)
    .join(', ');

test('events are chosen by words, by time, or as the next ones', () => {
  assert.equal(found('When is the dentist?'), 'Dentist 03-03, Dentist 02-20');
  assert.equal(found('When does the roofer come for the tiles?'), 'Roofer comes 03-06');
  assert.equal(found('What about tiles?'), 'Roofer comes 03-06');
  assert.equal(found('What is tomorrow?'), 'Dentist 03-03');
  assert.equal(found('Tomorrow, what is it?'), 'Dentist 03-03');
  assert.equal(found('What is on Friday?'), 'Roofer comes 03-06, Concert 02-27');
  assert.equal(found('What was yesterday?'), '');
  assert.equal(found('What is today?'), 'Lunch 03-02');
  assert.equal(
    found('What is in my calendar?'),
    'Lunch 03-02, Dentist 03-03, Roofer comes 03-06, Party 03-10, Call 03-20',
  );
  assert.equal(
    found('What is upcoming?', new Date('2026-03-03T09:00:00Z')).split(', ')[0],
    'Dentist 03-03',
  );
  // Three events ahead may be meant by other words, and five may not.
  const later = new Date('2026-03-07T09:00:00Z');
  assert.equal(found('When is the gig?', later), 'Party 03-10, Call 03-20');
  assert.equal(found('When is the gig?'), '');
  assert.equal(found('When was the gig?', later), '');
  assert.equal(found('Where is the gig?', later), '');
  assert.equal(found('Who wrote the violin concerto with the large orchestra?'), '');
  assert.equal(found('Who are you?'), '');
  const many = Array.from({ length: 9 }, (_, day) => event('Swim', `2026-03-1${day}T09:00:00Z`));
  assert.equal(eventsAbout(many, { text: 'swim', at, timezone: 'UTC' }).length, 5);
});

test('an event is found by a third of the words of a question, also by those of its talk', () => {
  const titles = (text: string, ...events: ReturnType<typeof event>[]) =>
    eventsAbout(events, { text, at, timezone: 'UTC' }).map(({ title }) => title);
  const dentist = event('Dentist', '2026-03-03T09:00:00Z');
  assert.deepEqual(titles('dentist violin concerto', dentist), ['Dentist']);
  assert.deepEqual(titles('dentist violin concerto piano', dentist), []);
  const call = event('Call', '2026-03-20T09:00:00Z', '', 'The new curtains');
  assert.deepEqual(titles('curtains', dentist, call), ['Call']);
});

test('an event belongs to the day at whose beginning it is', () => {
  const events = [
    event('First', '2026-03-03T00:00:00Z'),
    event('Last', '2026-03-03T23:59:59.999Z'),
    event('Next', '2026-03-04T00:00:00Z'),
  ];
  const tomorrow = eventsAbout(events, { text: 'What is tomorrow?', at, timezone: 'UTC' });
  assert.deepEqual(
    tomorrow.map(({ title }) => title),
    ['First', 'Last'],
  );
});

test('the turns that best match a question come first, with the turns that answer them', () => {
  const turns = [
    'Hello.',
    'How is the roof?',
    'It leaks.',
    'And the garden?',
    'The roof of the shed is fine.',
    'Bye.',
  ].map((text) => ({ text }));
  const order = (asked: string) =>
    turnsAbout(turns, asked)
      .map((turn) => turns.indexOf(turn))
      .join('');
  assert.equal(order('What about the roof?'), '142503');
  assert.equal(order('shed roof'), '451203');
  assert.equal(order('violin'), '012345');
  const many = Array.from({ length: 9 }, (_, place) => ({ text: `roof ${place}` }));
  const first = turnsAbout([{ text: 'Hello.' }, ...many], 'roof');
  assert.equal(
    first.findIndex(({ text }) => text === 'Hello.'),
    6,
  );
});

test('the passages of a long text about the question are returned in order', () => {
  const text = 'Tea is hot.\n\nThe roof leaks.\n- Tiles cost 9.\n\nBye. The roof again.';
  assert.deepEqual(passagesAbout(text, 'roof', 2), ['The roof leaks.', 'Bye. The roof again.']);
  assert.deepEqual(passagesAbout(text, 'tiles of the roof', 9), [
    'Tea is hot.',
    'The roof leaks.',
    '- Tiles cost 9.',
    'Bye. The roof again.',
  ]);
  assert.deepEqual(passagesAbout(text, 'violin', 1), ['Tea is hot.']);
  assert.deepEqual(passagesAbout('', 'roof', 3), []);
  const sentence = (length: number) => `${'x'.repeat(length - 2)}. `;
  const lengths = (...each: number[]) =>
    passagesAbout(each.map(sentence).join(''), 'x', 9).map(({ length }) => length);
  assert.deepEqual(lengths(300, 301), [600]);
  assert.deepEqual(lengths(300, 302), [299, 301]);
  assert.deepEqual(lengths(900), [899]);
});
