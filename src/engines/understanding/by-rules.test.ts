import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CATEGORIES } from './maker.ts';
import type { Understanding } from './maker.ts';
import { understandByRules } from './by-rules.ts';
import { transcriptOf, type Line } from './transcript.fixture.ts';

const understood = (...lines: Line[]): Understanding => understandByRules(transcriptOf(lines));
const contents = ({ memories }: Understanding) => memories.map(({ content }) => content);

for (const [sentence, hour] of [
  ['I need to book a table for three on Friday at eight.', 20],
  ['I have to call the dentist on Friday at eight.', 8],
  ['I need to buy tickets for the concert on Friday at nine.', 21],
  ['I need to collect the keys on Friday at nine.', 9],
] as const) {
  test(`"${sentence}" is due at ${hour}:00`, () => {
    const [task] = understood(['Anna', sentence]).action_items;
    const zoned = new Date(task!.due_at!).toLocaleString('en-GB', {
      timeZone: 'America/New_York',
      hour: 'numeric',
      weekday: 'long',
    });
    assert.equal(zoned, `Friday, ${String(hour).padStart(2, '0')}`);
  });
}

test('to ask a service for a flight is no appointment', () => {
  const { events } = understood(
    ['Anna', 'Hello, I am looking for a flight to Porto on the 20th of March.'],
    ['Clerk', 'One airline has a flight at 4:50 pm, the ticket costs 120 euros per passenger.'],
    ['Anna', 'Sounds good. And is there a later one?'],
    ['Clerk', 'The last flight departs at 9 pm.'],
    ['Anna', 'Thanks, that is all I need.'],
  );
  assert.deepEqual(events, []);
});

test("the user's task becomes an action item, due in the user's calendar", () => {
  const { action_items } = understood(
    ['Anna', 'My sister is coming, so I need to clean the house on Sunday.'],
    ['Anna', 'Remind me to call the doctor tomorrow morning.'],
  );
  assert.deepEqual(
    action_items.map(({ description, due_at, segment_id }) => [
      description,
      due_at?.toISOString(),
      segment_id,
    ]),
    [
      ['Clean the house', '2026-11-23T04:59:00.000Z', 'segment-0'],
      ['Call the doctor', '2026-11-22T04:59:00.000Z', 'segment-1'],
    ],
  );
});

test('a task of a note gets the day that the next sentence names, and a task of a talk does not', () => {
  const task = 'I must phone my brother about the pump. Maybe Thursday. Yes, Thursday.';
  const [own] = understood(['Anna', task]).action_items;
  assert.match(own!.due_at!.toISOString(), /^2026-11-27T04:59/);
  const asked = understood(
    ['Ben', 'Can you send me the estimate by Friday?'],
    ['Anna', 'Sure.'],
    ['Ben', 'And please book the big meeting room for the client.'],
    ['Anna', 'Okay, no problem.'],
  ).action_items;
  const room = asked.find(({ description }) => description.includes('meeting room'));
  assert.equal(room!.due_at, null);
});

test("another person's task begins with the name of that person", () => {
  const { action_items } = understood(
    ['Anna', 'Can you send me the report by Monday?'],
    ['Ben', "Sure, I'll do that."],
  );
  assert.deepEqual(
    action_items.map(({ description, due_at }) => [description, due_at?.toISOString()]),
    [['Ben: Send me the report', '2026-11-24T04:59:00.000Z']],
  );
});

test('a stated meeting is an event at its time', () => {
  const { events } = understood([
    'Anna',
    'We have a meeting with the doctor tomorrow at three in the afternoon.',
  ]);
  assert.equal(events.length, 1);
  assert.equal(events[0]!.title, 'Meeting with the doctor');
  assert.equal(events[0]!.start.toISOString(), '2026-11-21T20:00:00.000Z');
  assert.equal(events[0]!.duration, 30);
});

test('an accepted proposal is an event at the agreed time', () => {
  const { events } = understood(
    ['Ben', 'Shall we have lunch on Monday at noon?'],
    ['Anna', "I can't make it at noon. How about one pm?"],
    ['Ben', 'Sure, see you then.'],
  );
  assert.deepEqual(
    events.map(({ start }) => start.toISOString()),
    ['2026-11-23T18:00:00.000Z'],
  );
});

test('an open or refused proposal is not an event', () => {
  for (const answer of ["I don't know yet.", "Sorry, I'm busy."]) {
    const { events } = understood(
      ['Ben', 'Maybe we could meet on Tuesday at four?'],
      ['Anna', answer],
    );
    assert.deepEqual(events, [], answer);
  }
});

test('memories are timeless facts that users state about themselves', () => {
  const made = understood(
    ['Anna', 'I live in Boston with my two children.'],
    ['Ben', 'I work as a pilot.'],
    ['Anna', 'I work as a teacher. I am going to the cinema next Friday.'],
  );
  assert.match(contents(made).join('; '), /Boston/);
  assert.match(contents(made).join('; '), /teacher/);
  assert.doesNotMatch(contents(made).join('; '), /pilot|cinema|Friday/);
});

test('known facts, rejected facts and words with low confidence give no memories', () => {
  const lines: Line[] = [['Anna', 'I live in Boston. I work as a teacher.']];
  const [first] = contents(understood(...lines));
  const again = { known_memories: [first!] };
  assert.ok(!contents(understandByRules(transcriptOf(lines, again))).includes(first!));
  const rejected = { rejected_memories: [first!] };
  assert.ok(!contents(understandByRules(transcriptOf(lines, rejected))).includes(first!));
  const transcript = transcriptOf(lines);
  const mumbled = transcript.segments.map((segment) => ({ ...segment, confidence: 0.1 }));
  assert.deepEqual(contents(understandByRules({ ...transcript, segments: mumbled })), []);
});

test('small talk is worthless, but a one-line reminder is not', () => {
  assert.equal(understood(['Ben', 'Hello.'], ['Anna', 'Hi, hello.']).worthless, true);
  assert.equal(understood(['Anna', 'Remind me to water the plants tomorrow.']).worthless, false);
});

test('text in another language gets a plain quotation', () => {
  const { title, category, action_items, memories } = understandByRules(
    transcriptOf([['Anna', 'Ontem fui ao mercado e comprei laranjas para a minha avó.']], {
      language: 'pt',
    }),
  );
  assert.notEqual(title, '');
  assert.equal(category, 'other');
  assert.deepEqual([action_items, memories], [[], []]);
});

test('any text gets a valid and deterministic result', () => {
  const line = fc.tuple(fc.constantFrom('Anna', 'Ben'), fc.string({ unit: 'grapheme' }));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const made = understood(...(lines as Line[]));
      assert.ok(made.title.length > 0 && made.title.length <= 200);
      assert.ok(CATEGORIES.includes(made.category));
      assert.ok(made.memories.every(({ content }) => content.length > 0 && content.length <= 500));
      assert.deepEqual(understood(...(lines as Line[])), made);
    }),
    { numRuns: 60 },
  );
});

test('words that each object of JavaScript has are ordinary words', () => {
  const words = 'I have to call the constructor on Friday at the valueof the constructor.';
  const { action_items } = understood(['Anna', `${words} My favourite constructor is Ferrari.`]);
  assert.equal(action_items.length, 1);
});

test('a title has several words, but not many, in any script', () => {
  assert.equal(understood(['Anna', 'Do not forget the milk.']).title, 'Note about the milk');
  const [chinese, portuguese] = [
    ['zh', '我们明天下午三点在图书馆开会讨论新的项目计划和预算。'],
    ['pt', 'Amanhã vamos ao mercado, comprar peixe fresco e pão para o jantar.'],
  ].map(
    ([language, text]) =>
      understandByRules(transcriptOf([['Anna', text!]], { language: language! })).title,
  );
  assert.equal(portuguese, 'Amanhã vamos ao mercado, comprar');
  assert.ok([...chinese!].length >= 4 && [...chinese!].length <= 14, chinese);
});

const BOILER: readonly Line[] = [
  ['Ben', 'Morning. You will not believe the night we had.'],
  ['Anna', 'Go on, then.'],
  ['Ben', 'The boiler broke down again, and the flat is freezing.'],
  ['Anna', "I'll send you the number of our plumber."],
  ['Ben', 'Thanks. The boiler is older than me.'],
];

test('a title names what the talk is about, and no task of it', () => {
  const { title, action_items } = understood(...BOILER);
  assert.equal(action_items.length, 1);
  assert.match(title, /boiler/i);
  assert.doesNotMatch(title, /send/i);
});

test('an overview says who was there, what is to be done, and quotes two sentences', () => {
  const { overview } = understood(...BOILER);
  assert.match(
    overview,
    /^With Ben\. To do: Send Ben .* Ben: “The boiler broke down again, and the flat is freezing\.” Ben: “.*”$/,
  );
  assert.doesNotMatch(overview, /Go on|not believe/);
});

test('the title of a talk of two names the other person', () => {
  assert.match(understood(...BOILER).title, /, with Ben$/);
});

test('an appointment is the title of a talk that is about it', () => {
  const { title } = understood(
    ['Ben', 'The recital is on Thursday at six.'],
    ['Anna', 'I would not miss the recital. Thursday at six.'],
    ['Ben', 'Good. She has practised for the recital all month.'],
  );
  assert.equal(title, 'Recital on Thursday');
});

test('an overview names the others, and proves an appointment by the words that said it', () => {
  const { overview } = understood(
    ['Ben', 'The recital is on Thursday at six.'],
    ['Carla', 'I would not miss the recital.'],
    ['Anna', 'Good. Thursday at six, then, and I drive the van.'],
  );
  assert.match(overview, /^With Ben and Carla\. Agreed: Recital, Thursday 26 November at 18:00/);
  assert.match(overview, /\(“(?:The recital is on Thursday at six\.|Thursday at six, then.*)”\)/);
});

test('an overview of a talk of many names five', () => {
  const lines = ['Ben', 'Carla', 'Dan', 'Eve', 'Finn', 'Gil', 'Hal', 'Anna'].map((name): Line => [
    name,
    `${name} would like to keep the old boat in the harbour.`,
  ]);
  assert.match(understood(...lines).overview, /^With Ben, Carla, Dan, Eve, Finn and 2 others\./);
  assert.match(
    understood(...lines.slice(1)).overview,
    /^With Carla, Dan, Eve, Finn, Gil and Hal\./,
  );
});

test('an overview says in its language who was there', () => {
  const began = (language: string, ...lines: Line[]) =>
    understandByRules(transcriptOf(lines, { language })).overview.split(' “')[0];
  const german: Line[] = [
    ['Ben', 'Wir treffen uns am Donnerstag um sechs beim Konzert in der Kirche.'],
    ['Anna', 'Gut, am Donnerstag um sechs, ich freue mich auf das Konzert.'],
  ];
  assert.match(began('de', ...german)!, /^Mit Ben\./);
  assert.match(began('de', german[0]!, ['Carla', german[1]![1]])!, /^Gespräch von Ben und Carla\./);
  const spanish: Line[] = [
    ['Ben', 'Quedamos el jueves a las seis en el concierto de la iglesia.'],
    ['Anna', 'Vale, el jueves a las seis, tengo ganas de ir al concierto.'],
  ];
  assert.match(began('es', ...spanish)!, /^Con Ben\./);
  assert.match(began('es', spanish[0]!, ['Carla', spanish[1]![1]])!, /^Hablan Ben y Carla\./);
});

test('an overview does not name speakers without a name', () => {
  const { overview } = understood(
    ['Speaker 2', 'The boiler broke down again, and the flat is freezing.'],
    ['Anna', 'I drive the van and I like the van.'],
  );
  assert.doesNotMatch(overview, /^With/);
});

test('a task names its person and subject, without time and reason', () => {
  const tasks = (...lines: Line[]) =>
    understood(...lines).action_items.map(({ description }) => description);
  assert.deepEqual(
    tasks(
      ['Ben', 'Did you call the plumber about the sink?'],
      ['Anna', 'Not yet, I will call him tomorrow morning.'],
    ),
    ['Call the plumber'],
  );
  assert.deepEqual(tasks(['Anna', 'Remind me in ten minutes to take the cake out of the oven.']), [
    'Take the cake out of the oven',
  ]);
  assert.deepEqual(
    tasks(['Anna', 'Note to self: buy a present for Clara, she turns seven soon.']),
    ['Buy a present for Clara'],
  );
  assert.deepEqual(tasks(['Anna', 'Buy milk. Call Ana. Fix the bike.']), [
    'Buy milk',
    'Call Ana',
    'Fix the bike',
  ]);
});

test('an appointment can be moved (even by the person who refuses) and cancelled', () => {
  const starts = (...lines: Line[]) =>
    understood(...lines).events.map(({ start }) => start.toISOString());
  assert.deepEqual(
    starts(
      ['Ben', 'Can we move our meeting from Tuesday at 3 to Thursday at 4?'],
      ['Anna', 'Yes, that works.'],
    ),
    ['2026-11-26T21:00:00.000Z'],
  );
  assert.deepEqual(
    starts(
      ['Ben', "I'd like to meet you on Friday at 5."],
      ['Anna', "I can't on Friday. How about Sunday at 11?"],
      ['Ben', 'Sunday at eleven is fine.'],
    ),
    ['2026-11-22T16:00:00.000Z'],
  );
  assert.deepEqual(
    starts(
      ['Anna', 'I have a dentist appointment on Monday at 10.'],
      ['Anna', 'They just called, it was cancelled.'],
    ),
    [],
  );
  assert.deepEqual(
    starts(
      ['Ben', "Let's cancel our meeting on Monday at 10."],
      ['Anna', 'Okay, Monday at 10 is cancelled then.'],
    ),
    [],
  );
});

test('addresses, versions and times are kept unchanged', () => {
  const { overview } = understood([
    'Anna',
    'The printer page is https://example.org/x?y=1 since 9:30 and the mail is ana.b@example.org.',
  ]);
  assert.match(
    overview,
    /https:\/\/example\.org\/x\?y=1 since 9:30 and the mail is ana\.b@example\.org/,
  );
  const french = transcriptOf([['Anna', "J'ai rendez-vous à 15.30 h et il arrive à 16.00 h."]], {
    language: 'fr',
  });
  assert.match(understandByRules(french).overview, /à 15\.30 h et il arrive à 16\.00 h/);
});

test('a talk in another language is not read as English even if the client says so', () => {
  const { title, action_items } = understood([
    'Anna',
    'Comprei um carro novo e um cão, e foi um presente para a minha filha. Vamos passear com ele no domingo.',
  ]);
  assert.equal(title, 'Comprei um carro novo e');
  assert.deepEqual(action_items, []);
});

/** Words of another language, of which none is a function word of English. */
const PORTUGUESE =
  'casa carro livro mesa porta janela praia cidade escola filha domingo presente ontem noite cabelo peixe laranja';

test('words are English if they are few, or if a quarter of them are function words', () => {
  const isEnglish = (small: string, count: number) => {
    const words = `${small} ${PORTUGUESE}`.trim().split(' ');
    const text = `Buy milk. ${words.slice(0, count - 2).join(' ')}.`;
    return understood(['Anna', text]).action_items.length === 1;
  };
  assert.deepEqual(
    [14, 15].map((count) => isEnglish('', count)),
    [true, false],
  );
  assert.equal(isEnglish('the and of to in is', 25), true);
  assert.equal(isEnglish('the and of to in', 24), false);
  // Single letters do not count as function words.
  assert.equal(isEnglish('a a a a a a', 25), false);
});

test('a talk has at most twelve tasks', () => {
  const things = 'milk bread rice soap paper salt tea oil jam cheese butter flour yeast'.split(' ');
  const tasks = (count: number) =>
    understood(
      ...things.slice(0, count).map((thing): Line => ['Anna', `I need to buy the ${thing}.`]),
    ).action_items.length;
  assert.deepEqual([12, 13].map(tasks), [12, 12]);
});
