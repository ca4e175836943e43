import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepared } from '../reader/features.ts';
import { hashOf, type LinearModel } from '../reader/model.ts';
import { loadReader } from '../reader/reader.ts';
import { unitsOf } from '../reader/units.ts';
import { eventName, nameOptions, tellsSomething } from './event-names.ts';

const { clusters, models } = loadReader();

/** An appointment in the last turn of a talk, said by its last words. */
function appointment(...turns: [speaker: string, text: string][]) {
  const talk = {
    language: 'en',
    turns: turns.map(([speaker, text]) => ({ speaker, text, isUser: speaker === 'Ana' })),
  };
  const all = prepared(talk, unitsOf(talk), clusters);
  const last = all.units.at(-1)!;
  const span = { from: 0, to: last.tokens.length };
  return { event: { unit: last, span, last, date: '2026-03-12' }, all };
}

const namesOf = ({ event, all }: ReturnType<typeof appointment>) =>
  nameOptions(event, all).map(({ name }) => name);

test('an appointment is named by a thing that is named near it, or by the other person', () => {
  const names = namesOf(
    appointment(['Ben', 'Shall we have dinner at the harbour?'], ['Ana', 'Thursday at six.']),
  );
  assert.deepEqual(names, ['dinner at the harbour', 'harbour', 'Meeting with Ben']);
});

test('a meal may be with the other person', () => {
  const names = namesOf(appointment(['Ben', 'Lunch?'], ['Ana', 'Thursday at one.']));
  assert.deepEqual(names, ['Lunch', 'Lunch with Ben', 'Meeting with Ben']);
});

test('only what the speakers do together is with the other person', () => {
  const named = (...turns: Parameters<typeof appointment>) => {
    const { event, all } = appointment(...turns);
    return eventName(event, all, models.get('event name')!);
  };
  const answer: [string, string] = ['Ana', 'Tuesday at half past nine.'];
  assert.equal(named(['Ben', "When's your dentist appointment?"], answer), 'dentist appointment');
  assert.equal(
    named(['Ben', 'When is our dinner?'], ['Ana', 'Dinner is on Tuesday at seven.']),
    'Dinner with Ben',
  );
});

test('a day is no part of a name', () => {
  const names = namesOf(appointment(['Ben', 'The keys on the fifteenth?'], ['Ana', 'Yes, noon.']));
  assert.ok(names.includes('keys'), String(names));
  assert.ok(
    names.every((name) => !name.includes('fifteenth')),
    String(names),
  );
  assert.deepEqual(namesOf(appointment(['Ben', 'Well.'], ['Ana', 'For Christmas.'])), [
    'Meeting with Ben',
  ]);
  assert.deepEqual(namesOf(appointment(['Ben', 'Well.'], ['Ana', 'Thursday dinner.'])), [
    'dinner',
    'dinner with Ben',
    'Meeting with Ben',
  ]);
});

test('a name tells how far behind it a time follows, and whether the words of the time contain it', () => {
  const features = (text: string, to = 1) => {
    const { event, all } = appointment(['Ben', 'Well.'], ['Ana', text]);
    const [first] = nameOptions({ ...event, span: { from: 0, to } }, all);
    return first!.features.filter((feature) => /^(?:where|time follows) \S+$/.test(feature));
  };
  assert.deepEqual(features('The boat Thursday.'), ['where sentence', 'time follows 0']);
  assert.deepEqual(features('The boat on Thursday.', 2), ['where span', 'time follows 1']);
  assert.deepEqual(features('Thursday, the boat.', 2), ['where sentence', 'time follows 4']);
  assert.deepEqual(features('Thursday, the boat.', 3), ['where span', 'time follows 4']);
});

test('things that are further away give no name', () => {
  const chat: [string, string][] = Array.from({ length: 4 }, () => ['Ben', 'Well, well.']);
  const names = namesOf(appointment(['Ben', 'My boiler broke.'], ...chat, ['Ana', 'Thursday.']));
  assert.deepEqual(names, ['Meeting with Ben']);
});

test('an unsure name gives way to the other person', () => {
  const { event, all } = appointment(['Ben', 'Kettle in hand.'], ['Ana', 'Thursday at seven.']);
  assert.equal(eventName(event, all, models.get('event name')!), 'Meeting with Ben');
});

test('an unsure name gives way to a sentence that says something besides its time', () => {
  const nameOf = (text: string) => {
    const { event, all } = appointment(['Ben', 'Well, well.'], ['Ana', text]);
    return eventName(event, all, models.get('event name')!);
  };
  assert.equal(
    nameOf('So they wanted it sooner, and now they asked for Thursday at seven.'),
    '“they wanted it sooner, and now they asked for Thursday at seven”',
  );
  assert.equal(nameOf('They asked at seven.'), 'Meeting with Ben');
  assert.equal(nameOf('Yes, on Thursday at half past seven, no.'), 'Meeting with Ben');
});

/** A model by which the odds of a meeting are this power of two, and those of a thing are one. */
const modelOf = (meeting: number): LinearModel => ({
  labels: ['name'],
  rows: new Map([[hashOf('meeting true'), 0]]),
  weights: Int8Array.from([meeting]),
  scales: [Math.LN2],
});

test('a name with a chance of two fifths is sure', () => {
  const { event, all } = appointment(
    ['Ben', 'Shall we have dinner at the harbour?'],
    ['Ana', 'Thursday at six.'],
  );
  // The odds of three names are 1, 1 and 1/2, or 1 each.
  assert.equal(eventName(event, all, modelOf(-1)), 'dinner at the harbour');
  assert.equal(eventName(event, all, modelOf(0)), 'Meeting with Ben');
  assert.equal(eventName(event, all, modelOf(1)), 'Meeting with Ben');
  assert.equal(eventName(event, all, modelOf(-2)), 'dinner at the harbour');
});

test('a quoted sentence says two words besides its time', () => {
  const quoteOf = (text: string) => {
    const { event, all } = appointment(['Ben', 'The boat, the mill or the school?'], ['Ana', text]);
    return eventName(event, all, modelOf(0));
  };
  assert.equal(quoteOf('Thursday dentist polish.'), '“Thursday dentist polish”');
  assert.equal(quoteOf('Dentist polish Thursday.'), '“Dentist polish Thursday”');
  assert.equal(quoteOf('Polish by the end of the month.'), 'Meeting with Ben');
  assert.equal(quoteOf('End of the month, polish.'), 'Meeting with Ben');
  const long = `Thursday ${'dentist '.repeat(7)}`;
  assert.equal(quoteOf(`${long}x.`), `“${long}x”`);
  assert.equal(quoteOf(`${long}xx.`), `“${long.trim()}…”`);
});

test('an occasion of the sentence names an appointment that the model does not', () => {
  const nameOf = (text: string) => {
    const { event, all } = appointment(['Ben', 'The boat, the mill or the school?'], ['Ana', text]);
    return eventName(event, all, modelOf(0));
  };
  assert.equal(nameOf("I'm off on Thursday, so I can hear the school concert."), 'school concert');
  assert.equal(
    nameOf('Thursday is my interview and my exam.'),
    '“Thursday is my interview and my exam”',
  );
  assert.equal(nameOf('My boy Eli has his recital on Thursday.'), "Eli's recital");
  assert.equal(nameOf('On Thursday Mia has a swimming lesson.'), "Mia's swimming lesson");
  assert.equal(nameOf('There has been a party on Thursday.'), 'party');
});

test('times, answers, common and very short words do not name an appointment', () => {
  for (const word of ['van', 'dentist', 'tea']) assert.ok(tellsSomething(word), word);
  for (const word of ['tv', 'the', 'thursday', 'seven', 'perfect', 'nope'])
    assert.ok(!tellsSomething(word), word);
});
