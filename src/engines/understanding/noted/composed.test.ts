/** Tests the lengths and the words of titles and overviews. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WHOLE_DAY, type MadeEvent } from '../maker.ts';
import { understandByRules } from '../by-rules.ts';
import { transcriptOf, type Line } from '../transcript.fixture.ts';
import { overviewFromNoted, titleFromEvent, titleFromTask, withPartner } from './composed.ts';
import { hear } from './heard.ts';

const TALK = transcriptOf([
  ['Ben', 'Well, well.'],
  ['Anna', 'Well, well.'],
]);

const event = (more: Partial<MadeEvent> = {}): MadeEvent => ({
  title: 'Dentist',
  description: '',
  start: new Date('2026-11-26T14:00:00Z'),
  duration: 30,
  ...more,
});

test('an event is a title with its weekday, in the language of the talk', () => {
  assert.equal(titleFromEvent(event(), TALK), 'Dentist on Thursday');
  assert.equal(titleFromEvent(event(), { ...TALK, language: 'de-AT' }), 'Dentist am Donnerstag');
  assert.equal(titleFromEvent(event(), { ...TALK, language: 'es' }), 'Dentist el jueves');
  assert.equal(titleFromEvent(event(), { ...TALK, language: 'fr' }), 'Dentist on Thursday');
  const late = { start: new Date('2026-11-27T03:00:00Z') };
  assert.equal(titleFromEvent(event(late), TALK), 'Dentist on Thursday');
});

test('an event of one word has the subject of the talk as well', () => {
  assert.equal(titleFromEvent(event(), TALK, ['teeth']), 'Dentist on Thursday: teeth');
  assert.equal(titleFromEvent(event(), TALK, ['dentist']), 'Dentist on Thursday');
  const title = 'Dentist appointment';
  assert.equal(titleFromEvent(event({ title }), TALK, ['teeth']), `${title} on Thursday`);
});

test('a quote, and an event of the reader beside the subject, are no titles', () => {
  assert.equal(titleFromEvent(undefined, TALK), null);
  assert.equal(titleFromEvent(event({ title: '“On Thursday”' }), TALK), null);
  const found = event({ found_by: 'reader: event' });
  assert.equal(titleFromEvent(found, TALK, ['teeth']), null);
  assert.equal(titleFromEvent(found, TALK, ['the dentist']), 'Dentist on Thursday');
  assert.equal(titleFromEvent(found, TALK), 'Dentist on Thursday');
  const byRules = event({ found_by: 'rules: events' });
  assert.equal(titleFromEvent(byRules, TALK, ['teeth']), 'Dentist on Thursday: teeth');
});

test('a title has at most sixty characters', () => {
  const titled = (length: number) => `${'a '.repeat(length / 2 - 1)}${'b'.repeat(2)}`;
  // " on Thursday" has twelve characters.
  const fits = titled(48);
  assert.equal(titleFromEvent(event({ title: fits }), TALK), `${fits} on Thursday`);
  const longer = titleFromEvent(event({ title: titled(50) }), TALK)!;
  assert.ok(longer.length <= 60 && longer.endsWith('…'), longer);
  const heard = hear(TALK);
  // ", with Ben" has ten characters.
  assert.equal(withPartner('a'.repeat(50), heard), `${'a'.repeat(50)}, with Ben`);
  assert.equal(withPartner('a'.repeat(51), heard), 'a'.repeat(51));
  assert.equal(withPartner('Lunch with Ben', heard), 'Lunch with Ben');
});

const tasks = (...descriptions: string[]) => ({
  action_items: descriptions.map((description) => ({
    description,
    due_at: null,
    segment_id: 'segment-0',
  })),
});

test('a task of at most eight words is a title, unless it is in spoken words', () => {
  const eight = 'Ring the plumber about the tap and sink';
  assert.equal(titleFromTask(tasks(eight)), eight);
  assert.equal(titleFromTask(tasks(`${eight} again`)), null);
  assert.equal(titleFromTask(tasks("I'll ring him", 'Ben: we ring him', 'Ring Ben')), 'Ring Ben');
  assert.equal(titleFromTask(tasks()), null);
  const long = `Ring ${'the extraordinarily long-winded '.repeat(2)}plumber`;
  assert.ok(titleFromTask(tasks(long))!.length <= 60);
});

const overview = (
  lines: Line[],
  noted: Partial<Parameters<typeof overviewFromNoted>[0]> = {},
  more: Parameters<typeof transcriptOf>[1] = {},
) => overviewFromNoted({ action_items: [], events: [], ...noted }, hear(transcriptOf(lines, more)));

test('an overview begins with the other speakers, up to five', () => {
  const talk = (...names: string[]) =>
    overview(names.map((name) => [name, 'Hm.'])).replace(/ \S+: “.*/, '');
  assert.equal(talk('Anna', 'Ben'), 'With Ben.');
  assert.equal(talk('Anna'), '');
  assert.equal(talk('Anna', 'Speaker 2'), '');
  assert.equal(talk('Ben', 'Carla'), 'Ben and Carla talk.');
  const six = ['Ben', 'Carla', 'Dora', 'Emil', 'Finn', 'Gus'];
  assert.equal(talk('Anna', ...six), 'With Ben, Carla, Dora, Emil, Finn and Gus.');
  assert.equal(talk('Anna', ...six, 'Hal'), 'With Ben, Carla, Dora, Emil, Finn and 2 others.');
});

test('an overview lists at most three events and tasks', () => {
  const events = ['One', 'Two', 'Three', 'Four'].map((title) => event({ title }));
  const noted = {
    events: [event({ duration: WHOLE_DAY }), ...events],
    action_items: [
      { description: 'Ring Ben', due_at: new Date('2026-11-27T03:00:00Z'), segment_id: null },
      ...tasks('Wait', 'Eat', 'Sleep').action_items,
    ],
  };
  const lines: Line[] = [['Anna', 'Hm.']];
  assert.equal(
    overview(lines, noted),
    'Coming up: Dentist, Thursday 26 November; One, Thursday 26 November at 09:00; ' +
      'Two, Thursday 26 November at 09:00. To do: Ring Ben (Thursday 26 November); Wait; Eat.',
  );
  assert.equal(
    overview([...lines, ['Ben', 'Hm.']], { events: [event()] }),
    'With Ben. Agreed: Dentist, Thursday 26 November at 09:00.',
  );
  assert.equal(
    overview(lines, { events: [event()] }, { language: 'de' }),
    'Geplant: Dentist, Donnerstag, 26. November um 09:00.',
  );
});

test('an overview quotes two sentences that nothing else tells', () => {
  const said = [
    'The council wants to sell the mill.',
    'My brother repairs the roof of the chapel.',
    'The baker opens a second shop in town.',
  ];
  const quotes = (noted = {}) =>
    overview(
      said.map((text) => ['Anna', text]),
      noted,
    ).match(/“[^”]*”/g);
  assert.equal(quotes()?.length, 2);
  const told = tasks('Sell the mill');
  assert.ok(quotes(told)!.every((quote) => !quote.includes('council')));
});

/** A talk in which the reader found an appointment in the second turn, said by the first. */
function withFound(chance: number, text = 'Shall we go to the dentist?') {
  const heard = hear(
    transcriptOf([
      ['Ben', text],
      ['Anna', 'Thursday at nine.'],
    ]),
  );
  const [unit, last] = heard.read.all.units;
  const span = { from: 0, to: 1 };
  const found = { unit: unit!, last: last!, chance, span, date: '2026-11-26', time: '09:00' };
  const task = { unit: last!, chance, span, isForOther: false, due: null };
  return { ...heard, read: { ...heard.read, events: [found], tasks: [task] } };
}

const BY_READER = { found_by: 'reader: event', segment_id: 'segment-1' };

test('an overview leaves out what the reader was not sure of', () => {
  const events = [event(BY_READER)];
  const told = (chance: number) =>
    overviewFromNoted({ events, action_items: [] }, withFound(chance)).includes('Dentist');
  assert.deepEqual([0.44, 0.45].map(told), [false, true]);
  const action_items = tasks('Wait').action_items.map((task) => ({ ...task, ...BY_READER }));
  const says = (chance: number) =>
    overviewFromNoted({ events: [], action_items }, withFound(chance)).includes('Wait');
  assert.deepEqual([0.39, 0.4].map(says), [false, true]);
  const byRules = {
    action_items: [],
    events: [event({ ...BY_READER, found_by: 'rules: events' })],
  };
  assert.match(overviewFromNoted(byRules, withFound(0.1)), /Dentist/);
});

test('an appointment that the reader found comes with the words that say it', () => {
  const told = (made: Partial<MadeEvent>, text?: string) =>
    overviewFromNoted(
      { events: [event({ ...BY_READER, ...made })], action_items: [] },
      withFound(0.9, text),
    );
  const start = 'With Ben. Agreed: Dentist, Thursday 26 November at 09:00';
  assert.equal(told({}), `${start} (“Shall we go to the dentist?”).`);
  assert.equal(told({ segment_id: 'segment-0' }).slice(0, start.length + 1), `${start}.`);
  assert.equal(told({ found_by: 'rules: events' }).slice(0, start.length + 1), `${start}.`);
  const text = `${'go '.repeat(38)}there`;
  assert.ok(told({}, `${text}.`).includes(`“${text}.”`));
  assert.ok(told({}, `${text}s.`).includes('go…”'));
});

test('an overview does not quote how an appointment was agreed', () => {
  const { overview } = understandByRules(
    transcriptOf([
      ['Ben', 'Shall we have lunch on Thursday?'],
      ['Anna', "Thursday's good. One o'clock at Nero's?"],
      ['Ben', 'Perfect.'],
    ]),
  );
  assert.equal(overview, "With Ben. Agreed: Lunch at Nero's, Thursday 26 November at 13:00.");
});
