/** Tests what is made of short notes, and which words are a fact. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../../reading/network.ts';
import { transcriptOf } from '../transcript.fixture.ts';
import { understand } from '../understand.ts';
import { readingOf } from './testing-reading.ts';
import { compose } from './understanding.ts';

const loaded = load();
const tasksOf = (text: string, language = 'en') =>
  understand(transcriptOf([['Anna', text]], { language }), loaded).action_items.map(
    ({ description }) => description,
  );

test('an instruction in a note is a task, also when its verb may be a noun', () => {
  for (const [language, said, task] of [
    ['en', 'Water the plants.', 'Water the plants'],
    ['en', 'email Ana the report', 'Email Ana the report'],
    ['en', 'Book a table for two.', 'Book a table for two'],
    ['en', 'Can you add milk to my shopping list?', 'Add milk to my shopping list'],
    ['en', 'Pay the rent.', 'Pay the rent'],
    ['en', 'Remind me to call Ana', 'Call Ana'],
    ['en', 'gotta pick up the kids', 'Pick up the kids'],
    ['de', 'Erinnere mich daran, Ana anzurufen', 'Ana anrufen'],
    ['de', 'muss noch die Steuer machen', 'Die Steuer machen'],
    ['es', 'Recuérdame llamar a Ana', 'Llamar a Ana'],
    ['es', 'hay que pagar el alquiler', 'Pagar el alquiler'],
  ] as const) {
    assert.deepEqual(tasksOf(said, language), [task], said);
  }
});

test('a question to this service, a note about something, and what need not be done, is no task', () => {
  for (const [language, said] of [
    ['en', 'Tell me the time.'],
    ['en', 'Could you tell me the time?'],
    ['en', 'Show me my alarms.'],
    ['en', 'What is on my schedule?'],
    ['en', 'Ana the nurse called.'],
    ['en', 'Wifi at the cabin is slow.'],
    ['en', 'The weather is nice.'],
    ['en', "I don't have to call the bank"],
    ['de', 'Ich muss nicht zur Bank'],
    ['es', 'No tengo que llamar al banco'],
  ] as const) {
    assert.deepEqual(tasksOf(said, language), [], said);
  }
});

test('a day by which something is due is no appointment', () => {
  const rent = 'I must pay the rent on Monday.';
  for (const more of [[], [['Ben', 'Yes, you must.']]] as [string, string][][]) {
    const { events, action_items } = understand(transcriptOf([['Anna', rent], ...more]), loaded);
    assert.deepEqual([events, action_items.length], [[], 1]);
  }
});

test('a note that is surely a task is one, worded as far as its words can be', () => {
  for (const [language, said, task] of [
    ['en', 'we need milk', 'Get milk'],
    ['en', "we're out of bin bags", 'Get bin bags'],
    ['en', 'the hedge wants cutting', 'The hedge wants cutting'],
    ['en', 'Reminder: print the forms', 'Print the forms'],
    ['en', 'set a reminder to feed the hens', 'Feed the hens'],
    ['en', "a present for Tilly, don't let me forget", 'A present for Tilly'],
    ['en', 'Hassan about the van', 'Hassan about the van'],
    ['de', 'wir brauchen Milch', 'Milch besorgen'],
    ['de', 'Erinnerung: Müll rausbringen', 'Müll rausbringen'],
    ['es', 'no queda azúcar', 'Comprar azúcar'],
    ['es', 'nuevo recordatorio, sacar la basura', 'Sacar la basura'],
  ] as const) {
    const { transcript, reading } = readingOf([['Anna', said]], { note: 'task' }, { language });
    const { action_items } = compose(transcript, reading);
    assert.deepEqual(
      action_items.map(({ description }) => description),
      [task],
      said,
    );
  }
});

test('a note of which surely nothing is to be kept leaves nothing, whatever its words look like', () => {
  for (const said of ['Play the tape', 'Do I have lunch with Ana on Friday at one?']) {
    const marks = { note: 'nothing', event: ['lunch with Ana'], at: ['2026-11-27T13:00'] } as const;
    const { transcript, reading } = readingOf([['Anna', said]], marks);
    const { action_items, events } = compose(transcript, reading);
    assert.deepEqual([action_items, events], [[], []], said);
  }
});

test('a note that is surely an appointment is one, at the time with its hour', () => {
  const said = 'choir drinks on Friday at seven pm';
  const { transcript, reading } = readingOf([['Anna', said]], { note: 'event' });
  const { events } = compose(transcript, reading);
  assert.deepEqual(
    events.map(({ start }) => start.toISOString()),
    ['2026-11-28T00:00:00.000Z'],
  );
});

test('what is entered in a calendar is an appointment and no task', () => {
  const text = 'Put a dentist appointment on Thursday at two.';
  const { transcript, reading } = readingOf([['Anna', text]], {
    event: ['dentist appointment on Thursday at two'],
    name: ['dentist appointment'],
    at: ['2026-11-26T14:00'],
  });
  const { action_items, events } = compose(transcript, reading);
  assert.deepEqual(action_items, []);
  assert.deepEqual(
    events.map(({ title, start }) => [title, start.toISOString()]),
    [['Dentist appointment', '2026-11-26T19:00:00.000Z']],
  );
});

test('a note of a few words is told in its words', () => {
  const { transcript, reading } = readingOf([['Anna', 'The wifi is slow.']], {});
  assert.equal(compose(transcript, reading).overview, '“The wifi is slow.”');
});

test('what Spanish says of oneself is a fact and nothing to do', () => {
  for (const [said, fact] of [
    ['Soy alérgico al polen', 'Es alérgico al polen'],
    ['Soy de Cádiz', 'Es de Cádiz'],
    ['Doy clases de yoga', 'Da clases de yoga'],
    ['Trabajo en una panadería', 'Trabaja en una panadería'],
  ] as const) {
    const { transcript, reading } = readingOf(
      [['Anna', said]],
      { fact: [said] },
      { language: 'es' },
    );
    const { memories, action_items } = compose(transcript, reading);
    assert.deepEqual([memories.map(({ content }) => content), action_items], [[fact], []], said);
  }
});

test('a reason behind the day of a task stays parted from it', () => {
  const said = 'I will take the bicycle to the workshop today, the brake squeaks.';
  const { transcript, reading } = readingOf([['Anna', said]], {
    promised: [said],
    due: '2026-11-20',
  });
  assert.deepEqual(
    compose(transcript, reading).action_items.map(({ description }) => description),
    ['Take the bicycle to the workshop, the brake squeaks'],
  );
});

test('a task is due on the day in its own words, not on one beside them', () => {
  const said = "I'll call Mum tomorrow, I can't face it tonight.";
  const { transcript, reading } = readingOf([['Anna', said]], {
    promised: ["I'll call Mum tomorrow"],
    due: '2026-11-20',
  });
  const { action_items } = compose(transcript, reading);
  assert.deepEqual(
    action_items.map(({ description, due_at }) => [description, due_at?.toISOString()]),
    [['Call Mum', '2026-11-22T04:59:00.000Z']],
  );
});

test('an age is said once', () => {
  assert.deepEqual(factOf("He's seventy-three.", "He's seventy-three", 'age'), []);
});

test('an absence of several days is an appointment, also among others', () => {
  for (const [language, said] of [
    ['en', "I'm on holiday from the 20th to the 24th of December."],
    ['de', 'Vom 20. bis 24. Dezember bin ich im Urlaub.'],
    ['es', 'Estoy de vacaciones del 20 al 24 de diciembre.'],
  ] as const) {
    const lines: [string, string][] = [
      ['Anna', said],
      ['Ben', 'Mm.'],
    ];
    const { transcript, reading } = readingOf(lines, { name: ['holiday', 'Urlaub'] }, { language });
    assert.deepEqual(
      compose(transcript, reading).events.map(({ start, duration }) => [
        start.toISOString().slice(0, 10),
        duration,
      ]),
      [['2026-12-20', 5 * 24 * 60]],
      said,
    );
  }
});

test('a visit of last week is no lasting fact', () => {
  for (const [language, said] of [
    ['en', 'I was in Rome last week'],
    ['de', 'Ich war letzte Woche in Rom'],
    ['es', 'Estuve en Roma la semana pasada'],
  ] as const) {
    const { transcript, reading } = readingOf([['Anna', said]], { fact: [said] }, { language });
    assert.deepEqual(compose(transcript, reading).memories, [], said);
  }
});

const factOf = (said: string, marked: string, relation = 'other') => {
  const { transcript, reading } = readingOf([['Anna', said]], { fact: [marked], relation });
  return compose(transcript, reading).memories.map(({ content }) => content);
};

test('a fact has a verb, and is no rest of a sentence', () => {
  const adopting = 'We love the agency and we thought a lot about adoption this whole year.';
  const facts = factOf(adopting, 'adoption', 'job');
  assert.ok(
    facts.every((fact) => !fact.startsWith('Works as')),
    facts.join(),
  );
  assert.deepEqual(factOf('The liquidambar.', 'The liquidambar'), []);
  assert.deepEqual(factOf('You have got the passion for it.', 'You have got the passion'), []);
  assert.deepEqual(factOf('I drive a taxi.', 'I drive a taxi'), ['Drives a taxi']);
  const friend = 'My friend number three lives in Braga.';
  assert.deepEqual(factOf(friend, friend.slice(0, -1)), ['Friend number three lives in Braga']);
  assert.deepEqual(factOf('Well, bricklayer.', 'bricklayer', 'job'), ['Works as bricklayer']);
});

test('a fact leaves out how long ago something happened', () => {
  for (const [said, fact] of [
    ['I adopted a pup from a shelter last week.', 'Adopted a pup from a shelter'],
    ['I joined a gym two weeks ago.', 'Joined a gym'],
    ['I have lived here in Bonn since last month.', 'Has lived here in Bonn since last month'],
    ['I have dialysis on Wednesdays.', 'Has dialysis on Wednesdays'],
  ] as const) {
    assert.deepEqual(factOf(said, said.slice(0, -1)), [fact], said);
  }
});
