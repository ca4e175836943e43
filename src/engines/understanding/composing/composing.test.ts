import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transcript } from '../maker.ts';
import { factFingerprint } from '../../facts/same-fact.ts';
import type { Line } from '../transcript.fixture.ts';
import { readingOf, type Marks } from './testing-reading.ts';
import { compose } from './understanding.ts';

const composed = (lines: Line[], marks: Marks, more: Partial<Transcript> = {}) => {
  const { transcript, reading } = readingOf(lines, marks, more);
  return compose(transcript, reading);
};

test('a talk gives a task, an appointment, a fact, a title and an overview', () => {
  const made = composed(
    [
      ['Ben', 'Could you ring the plumber before Monday?'],
      ['Anna', 'Sure. I am allergic to penicillin, by the way. Dinner on Sunday at two?'],
      ['Ben', 'Sunday at two is lovely.'],
    ],
    {
      asked: ['Could you ring the plumber before Monday'],
      due: '2026-11-23',
      event: ['Dinner on Sunday at two'],
      name: ['Dinner'],
      at: ['2026-11-22T14:00'],
      fact: ['I am allergic to penicillin'],
      relation: 'allergy',
      title: ['plumber', 'Dinner on Sunday'],
    },
  );
  assert.deepEqual(
    made.action_items.map(({ description, due_at }) => [description, due_at?.toISOString()]),
    [['Ring the plumber', '2026-11-24T04:59:00.000Z']],
  );
  assert.deepEqual(
    made.events.map(({ title, start, duration }) => [title, start.toISOString(), duration]),
    [['Dinner with Ben', '2026-11-22T19:00:00.000Z', 30]],
  );
  assert.deepEqual(
    made.memories.map(({ content, category }) => [content, category]),
    [['Is allergic to penicillin', 'system']],
  );
  assert.equal(made.title, 'Dinner with Ben on Sunday; plumber');
  assert.equal(
    made.overview,
    'A talk with Ben. Agreed for Sunday 22 November at 14:00: Dinner with Ben. ' +
      'To do: Ring the plumber (by Monday 23 November).',
  );
  assert.equal(made.category, 'family');
  assert.equal(made.worthless, false);
});

test('a German talk is told in German', () => {
  const made = composed(
    [
      ['Ben', 'Rufst du bitte den Klempner an?'],
      ['Anna', 'Ja, mach ich. Kommst du am Sonntag um zwei zum Essen?'],
    ],
    {
      asked: ['Rufst du bitte den Klempner an'],
      event: ['am Sonntag um zwei zum Essen'],
      name: ['Essen'],
      at: ['2026-11-22T14:00'],
      title: ['Klempner', 'Sonntag', 'Essen'],
    },
    { language: 'de' },
  );
  assert.deepEqual(
    made.action_items.map(({ description }) => description),
    ['Den Klempner anrufen'],
  );
  assert.equal(made.title, 'Essen mit Ben am Sonntag; Klempner');
  assert.match(
    made.overview,
    /^Gespräch mit Ben\. Vereinbart für Sonntag, 22\. November um 14:00: /u,
  );
});

test('a meeting is named after what it is about, and a name is declined', () => {
  const made = composed(
    [
      ['Herr Krug', 'Der Rollladen klemmt also. Am Sonntag um zwei?'],
      ['Anna', 'Ja, das passt.'],
    ],
    {
      event: ['Am Sonntag um zwei'],
      at: ['2026-11-22T14:00'],
      title: ['Rollladen', 'Sonntag'],
    },
    { language: 'de' },
  );
  assert.equal(made.title, 'Rollladen: Treffen mit Herrn Krug am Sonntag');
  assert.match(made.overview, /^Gespräch mit Herrn Krug\./u);
});

test('a Spanish talk is told in Spanish', () => {
  const made = composed(
    [
      ['Anna', 'El domingo a las dos comemos en casa. Yo llamo al fontanero mañana.'],
      ['Ben', 'Perfecto.'],
    ],
    {
      promised: ['Yo llamo al fontanero mañana'],
      due: '2026-11-21',
      event: ['El domingo a las dos comemos en casa'],
      at: ['2026-11-22T14:00'],
      title: ['fontanero'],
    },
    { language: 'es' },
  );
  assert.deepEqual(
    made.action_items.map(({ description }) => description),
    ['Llamar al fontanero'],
  );
  assert.match(made.overview, /^Conversación con Ben/u);
});

test('the task of another person begins with the name, and nobody known has none of the user', () => {
  const of = (name: string) =>
    composed(
      [
        [name, 'I can bring the ladder.'],
        ['Anna', 'Great.'],
      ],
      { promised: ['I can bring the ladder'] },
    ).action_items.map(({ description }) => description);
  assert.deepEqual(of('Ben'), ['Ben: Bring the ladder']);
  assert.deepEqual(of('Speaker 2'), ['Speaker 2: Bring the ladder']);
});

test('a task with a pronoun says what was named before', () => {
  const made = composed(
    [
      ['Ben', 'Have you seen the guest list?'],
      ['Anna', "I'll send it tonight."],
    ],
    { promised: ["I'll send it tonight"], what: ['guest list', 'send'], due: '2026-11-20' },
  );
  assert.equal(made.action_items[0]!.description, 'Send it (guest list)');
});

test('"I will do it" is the task that was named before, and "Ask her" alone is no task', () => {
  const lines: Line[] = [
    ['Ben', 'Somebody has to order gloves.'],
    ['Anna', "I'll do it."],
  ];
  const [task] = composed(lines, { promised: ["I'll do it"], what: ['order gloves'] }).action_items;
  assert.equal(task!.description, 'Order gloves');
  assert.deepEqual(composed([['Anna', 'Ask her.']], { promised: ['Ask her'] }).action_items, []);
});

test('a day by which something is due is no appointment', () => {
  const { events } = composed([['Anna', 'I must pay the rent on Monday.']], {
    promised: ['I must pay the rent on Monday'],
    due: '2026-11-23',
    at: ['2026-11-23'],
  });
  assert.deepEqual(events, []);
});

test('an appointment without a name is a meeting with the other person', () => {
  const { events } = composed(
    [
      ['Ben', 'What about Sunday at two?'],
      ['Anna', 'Yes.'],
    ],
    { event: ['Sunday at two'], at: ['2026-11-22T14:00', '2026-11-22'] },
  );
  assert.deepEqual(
    events.map(({ title }) => title),
    ['Meeting with Ben'],
  );
});

test('facts that are known, rejected, dismissed, doubtful or secret are not made', () => {
  const said = 'I work at a bakery';
  const made = (more: Partial<Transcript>, text = said) =>
    composed([['Anna', `${text}.`]], { fact: [text], relation: 'employer' }, more).memories.length;
  assert.equal(made({}), 1);
  assert.equal(made({ known_memories: ['Works at a bakery'] }), 0);
  assert.equal(made({ rejected_memories: ['Works at a bakery'] }), 0);
  assert.equal(made({ dismissed_memories: [factFingerprint('Works at a bakery')] }), 0);
  assert.equal(made({}, 'My code is [secret]'), 0);
  const { transcript, reading } = readingOf([['Anna', said]], { fact: [said] });
  const [segment] = transcript.segments;
  const unsure = { ...transcript, segments: [{ ...segment!, confidence: 0.4 }] };
  assert.deepEqual(compose(unsure, reading).memories, []);
});

test('a fact that is known in the same words is heard again, and one that is like it is made', () => {
  const made = (known: string, said: string, more: Partial<Transcript> = {}) =>
    composed(
      [['Anna', `${said}.`]],
      { fact: [said], relation: 'child' },
      {
        known_memories: [known],
        ...more,
      },
    );
  const again = made('Has a daughter called Ida', 'I have a daughter called Ida');
  assert.deepEqual(again.memories, []);
  assert.deepEqual(again.heard_again, [
    {
      known: 'Has a daughter called Ida',
      content: 'Has a daughter called Ida',
      segment_id: 'segment-0',
    },
  ]);
  for (const [known, said, content] of [
    ['Has a daughter called Ida', 'I have a daughter called Eva', 'Has a daughter called Eva'],
    ['Takes 20 mg of the tablets', 'I take 40 mg of the tablets', 'Takes 40 mg of the tablets'],
    ['Gift code is AB3XQ', 'My gift code is aB3xQ', 'Gift code is aB3xQ'],
  ] as const) {
    const other = made(known, said);
    assert.deepEqual(
      other.memories.map((memory) => memory.content),
      [content],
    );
    assert.deepEqual(other.heard_again, []);
    const rejected = made('', said, { known_memories: [], rejected_memories: [known] });
    assert.equal(rejected.memories.length, 1, 'another fact was rejected');
  }
});

test('tasks and appointments that differ in a number, a person or a day are two', () => {
  const tasks = (lines: Line[], promised: string[]) =>
    composed(lines, { promised }).action_items.map(({ description }) => description);
  assert.deepEqual(
    tasks(
      [['Anna', 'I need to pay invoice 12. I need to pay invoice 21.']],
      ['I need to pay invoice 12', 'I need to pay invoice 21'],
    ),
    ['Pay invoice 12', 'Pay invoice 21'],
  );
  assert.deepEqual(
    tasks(
      [
        ['Ben', 'I will bring the ladder.'],
        ['Anna', 'I will bring the ladder too.'],
        ['Anna', 'Yes, I will bring the ladder.'],
      ],
      ['I will bring the ladder.', 'I will bring the ladder too', 'Yes, I will bring the ladder'],
    ),
    ['Ben: Bring the ladder', 'Bring the ladder'],
  );
  const { events } = composed(
    [['Anna', 'The dentist is on Monday at 3 pm. The recital of Lena is on Monday at 3 pm.']],
    {
      event: ['The dentist is on Monday at 3 pm', 'The recital of Lena is on Monday at 3 pm'],
      name: ['dentist', 'recital of Lena'],
      at: ['2026-11-23T15:00'],
    },
  );
  assert.deepEqual(events.map(({ title }) => title).toSorted(), ['Dentist', 'Recital of Lena']);
});

test('a task and a fact keep their numbers, codes and names, also those that were not marked', () => {
  const task = (said: string, promised: string) =>
    composed([['Anna', `${said}.`]], { promised: [promised], due: '2026-11-27' }).action_items[0]!
      .description;
  for (const [said, wanted] of [
    ['I need to pay invoice 21 on Friday', 'Pay invoice 21'],
    ['I need to pay invoice number 7b on Friday', 'Pay invoice number 7b'],
    ['I need to pay invoice 21, it is two pages long', 'Pay invoice 21'],
  ] as const) {
    assert.equal(task(said, 'pay invoice'), wanted);
  }
  assert.equal(task('I need to send the draft to Ben', 'send the draft'), 'Send the draft to Ben');
  const draft = ['I will send the draft', 'I must send the draft'];
  const lines: Line[] = [['Anna', `${draft[0]} to the bank. ${draft[1]} to the school.`]];
  assert.deepEqual(
    composed(lines, { promised: draft }).action_items.map(({ description }) => description),
    ['Send the draft to the bank', 'Send the draft to the school'],
  );
  const dose = (of: string, known_memories: string[]) =>
    composed([['Anna', `I take 20 mg ${of}.`]], { fact: ['I take 20 mg'] }, { known_memories })
      .memories[0]?.content;
  assert.equal(dose('of aspirin', []), 'Takes 20 mg of aspirin');
  assert.equal(dose('against the pain', ['Takes 20 mg']), 'Takes 20 mg against the pain');
});

test('each of two appointments in one sentence has its own day, hour and name', () => {
  const said = 'The dentist is on Monday at 3 pm and the recital is on Wednesday at 5 pm';
  const { events } = composed([['Anna', `${said}.`]], {
    event: [said],
    name: ['dentist', 'recital'],
    at: ['2026-11-23T15:00', '2026-11-23T17:00', '2026-11-25T15:00', '2026-11-25T17:00'],
  });
  assert.deepEqual(events.map(({ title, start }) => `${title} ${start.toISOString()}`).toSorted(), [
    'Dentist 2026-11-23T20:00:00.000Z',
    'Recital 2026-11-25T22:00:00.000Z',
  ]);
});

test('what is to be done again and again keeps the words that say how often', () => {
  const task = (said: string, words: string, language = 'en') => {
    const marks = { promised: [words], due: '2026-11-26' };
    const [made] = composed([['Anna', `${said}.`]], marks, { language }).action_items;
    return made!.description;
  };
  for (const [said, language, wanted] of [
    ['I need to water the plants every Thursday', 'en', 'Water the plants every Thursday'],
    ['I have to clean the filter every two weeks', 'en', 'Clean the filter every two weeks'],
    ['I must take the bins out on Mondays', 'en', 'Take the bins out on Mondays'],
    ['I need to call Ana every other Sunday at 6', 'en', 'Call Ana every other Sunday at 6'],
    ['Ich muss jeden Montag die Blumen gießen', 'de', 'Jeden Montag die Blumen gießen'],
    ['Ich muss alle zwei Wochen den Filter reinigen', 'de', 'Alle zwei Wochen den Filter reinigen'],
    ['Tengo que regar las plantas cada lunes', 'es', 'Regar las plantas cada lunes'],
  ] as const) {
    assert.equal(task(said, said, language), wanted);
  }
  // The words of the task end before those that say how often.
  const said = 'I have to clean the filter every two weeks';
  assert.equal(task(said, 'clean the filter every'), 'Clean the filter every two weeks');
});

test('an appointment that is again and again says how often', () => {
  const said = 'Choir practice is every Tuesday at 7 pm';
  const marks = { event: [said], name: ['Choir practice'], at: ['2026-11-24T19:00'] };
  const [event] = composed([['Anna', `${said}.`]], marks).events;
  assert.deepEqual([event!.title, event!.description], ['Choir practice', 'Every Tuesday']);
});

test('a standing fact that is told again is a change and no new memory', () => {
  const made = composed(
    [['Anna', 'I live in Porto.']],
    { fact: ['I live in Porto'], relation: 'home' },
    { standing_memories: [{ id: 'one', content: 'Lives in Porto' }] },
  );
  assert.deepEqual(made.memories, []);
  assert.deepEqual(
    made.changes?.map(({ memory_id, verdict }) => [memory_id, verdict]),
    [['one', 'retold']],
  );
});

test('an overview ends with what was said beside tasks and appointments', () => {
  const made = composed(
    [
      ['Ben', 'The landlord sold the house to his cousin.'],
      ['Anna', 'Oh. I will call him on Monday.'],
    ],
    { promised: ['I will call him on Monday'], title: ['landlord sold the house'] },
  );
  assert.match(made.overview, / Ben says: “The landlord sold the house to his cousin\.”$/u);
});

test('a pronoun stands for a thing that was named, not for a deed or a speaker', () => {
  const named = (line: string, what: string) =>
    composed(
      [
        ['Ben', line],
        ['Anna', 'I will send it to the bank.'],
      ],
      { promised: ['I will send it to the bank'], what: [what] },
    ).action_items.map(({ description }) => description);
  assert.deepEqual(named('The invoice is late.', 'The invoice'), ['Send it to the bank (invoice)']);
  for (const what of ['bring', 'Ben'])
    assert.deepEqual(named('Ben can bring something.', what), ['Send it to the bank'], what);
});

test('without results, an overview quotes the sentence that says most', () => {
  const made = composed(
    [
      ['Ben', 'Have you seen Jupiter?'],
      ['Anna', 'You can see four of its moons with binoculars.'],
    ],
    { title: ['four of its moons'] },
  );
  assert.equal(
    made.overview,
    'A talk with Ben about four of its moons. ' +
      'Anna says: “You can see four of its moons with binoculars.”',
  );
});

test('nothing said, and nothing worth keeping', () => {
  assert.equal(composed([], {}).title, 'Nothing was said');
  const boat = 'The boat is blue.';
  assert.equal(composed([['Anna', boat]], { worth: 0.01 }).worthless, true);
  assert.equal(composed([['Anna', boat]], { worth: 0.8 }).worthless, false);
  assert.equal(composed([['Anna', 'Hm. Well, okay, bye.']], { worth: 0.8 }).worthless, true);
});

test('other languages have a title, an overview and a category', () => {
  const made = composed(
    [['Anna', 'Je dois appeler le plombier demain. Il vient lundi.']],
    { category: 'work' },
    { language: 'fr' },
  );
  assert.equal(made.title, 'Je dois appeler le plombier demain');
  assert.equal(made.overview, 'Je dois appeler le plombier demain. Il vient lundi.');
  assert.equal(made.category, 'work');
  assert.deepEqual(made.action_items, []);
});

test('what is said to somebody is the task of who listens, also when the reader takes it for a promise', () => {
  for (const [language, said, task] of [
    ['en', 'Send me the new version.', 'Send Yuki the new version'],
    ['en', 'Please call the carpenter.', 'Call the carpenter'],
    ['de', 'Bitte bestell das Holz.', 'Das Holz bestellen'],
  ] as const) {
    const { action_items } = composed(
      [
        ['Yuki', said],
        ['Anna', 'Mm.'],
      ],
      { promised: [said] },
      { language },
    );
    assert.deepEqual(
      action_items.map(({ description }) => description),
      [task],
      said,
    );
  }
});
