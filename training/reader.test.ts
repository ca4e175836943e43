import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mentionsIn } from '../src/engines/understanding/reader/calendar/mentions.ts';
import { readModels, writeModels } from '../src/engines/understanding/reader/model.ts';
import { categoryOf, loadReader, readTalk } from '../src/engines/understanding/reader/reader.ts';
import { unitsOf } from '../src/engines/understanding/reader/units.ts';
import { hashOfAnswerFeatures, hashOfReaderFeatures, hashOfTalks } from './hashes.ts';

/** The small reader: its weights, the times that it hears, and what it finds in plain talk. */

const LEARNT = { 'reader.bin': hashOfReaderFeatures, 'answers.bin': hashOfAnswerFeatures };
for (const [name, hashOfFeatures] of Object.entries(LEARNT)) {
  test(`the weights of ${name} were learned from the talks of this repository`, () => {
    const file = readFileSync(new URL(`../assets/${name}`, import.meta.url));
    const stored = readModels(file);
    assert.equal(stored.data, hashOfTalks(), 'Run npm run train.');
    // Rules and calendars are features, so they change only together with the weights.
    assert.equal(stored.features, hashOfFeatures(), 'Run npm run train.');
    assert.deepEqual(Buffer.from(writeModels(stored)), file);
  });
}

/** Tuesday 10 March 2026. */
const TODAY = { year: 2026, month: 3, day: 10 };

/** The days and hours of a text: `2026-03-12`, `16:30`. */
function times(text: string, language = 'en'): string[] {
  const turns = [{ text, speaker: 'Ana', isUser: true }];
  return unitsOf({ language, turns })
    .flatMap(({ tokens }) => mentionsIn(tokens, TODAY, language))
    .map((mention) => (mention.kind === 'day' ? mention.date : mention.time));
}

const SPOKEN: readonly (readonly [string, string, ...string[]])[] = [
  ['en', 'Thursday, four o’clock.', '2026-03-12', '16:00'],
  ['en', 'Half six on Friday?', '18:30', '2026-03-13'],
  ['en', 'Saturday the twenty-first at ten thirty.', '2026-03-21', '10:30'],
  ['en', "That's the sixteenth at twenty to three.", '2026-03-16', '14:40'],
  ['en', 'Tomorrow week at noon.', '2026-03-18', '12:00'],
  ['en', 'Monday fortnight.', '2026-03-30'],
  ['en', 'In three weeks.', '2026-03-31'],
  ['en', 'It was last Friday.', '2026-03-06'],
  ['en', 'December first at 9am.', '2026-12-01', '09:00'],
  ['en', 'Seven in the morning on Wednesday.', '07:00', '2026-03-11'],
  ['en', 'Twelve.', '12:00'],
  ['en', 'I have two brothers and five cousins.'],
  ['en', 'It costs about ten pounds.'],
  ['en', 'The second chapter reads well, the third one has no ending.'],
  ['en', 'Bring it by four, tonight.', '16:00', '2026-03-10'],
  ['de', 'Am Donnerstag um halb sieben.', '2026-03-12', '18:30'],
  ['de', 'Übermorgen, Viertel vor drei.', '2026-03-12', '14:45'],
  ['de', 'Am einundzwanzigsten März gegen zehn Uhr.', '2026-03-21', '10:00'],
  ['de', 'In zwei Wochen.', '2026-03-24'],
  ['es', 'El jueves a las tres y media.', '2026-03-12', '15:30'],
  ['es', 'El martes treinta a las nueve menos cuarto.', '2026-03-30', '08:45'],
  ['es', 'Pasado mañana por la mañana.', '2026-03-12'],
  ['es', 'El doce de mayo.', '2026-05-12'],
  ['en', 'By the end of the month.', '2026-03-31'],
  ['en', 'At the end of next week.', '2026-03-20'],
  ['en', 'I will do it this week.', '2026-03-13'],
  ['en', 'Let me know before the weekend.', '2026-03-13'],
  ['en', 'Friday next week suits me.', '2026-03-20'],
  ['en', 'Get him round before November.', '2026-10-31'],
  ['en', 'It has to be there before Christmas.', '2026-12-24'],
  ['en', 'I ring them in the morning.', '2026-03-11'],
  ['en', 'First thing Monday.', '2026-03-16'],
  ['en', 'I was there at the end.'],
  ['de', 'Ende April, spätestens.', '2026-04-30'],
  ['de', 'Das zahle ich am Monatsende.', '2026-03-31'],
  ['de', 'Ende nächster Woche.', '2026-03-20'],
  ['de', 'Nächste Woche Freitag.', '2026-03-20'],
  ['de', 'Montagabend um acht.', '2026-03-16', '20:00'],
  ['es', 'Antes de fin de mes.', '2026-03-31'],
  ['es', 'El viernes de la semana que viene.', '2026-03-20'],
  ['es', 'Te lo mando esta tarde.', '2026-03-10'],
];

for (const [language, text, ...expected] of SPOKEN) {
  test(`“${text}” names ${expected.join(' and ') || 'no time'}`, () => {
    assert.deepEqual(times(text, language), expected);
  });
}

type Line = readonly [speaker: string, text: string];
const models = loadReader();
const read = (language: string, ...lines: Line[]) =>
  readTalk(
    {
      language,
      turns: lines.map(([speaker, text]) => ({ speaker, text, isUser: speaker === 'Ana' })),
    },
    '2026-03-10T09:00',
    models,
  );

test('an accepted proposal is an appointment, in three languages', () => {
  const talks = [
    read(
      'en',
      ['Ben', "Let's meet for lunch on Thursday at one."],
      ['Ana', 'Lovely, see you there.'],
    ),
    read(
      'de',
      ['Ben', 'Wollen wir am Donnerstag um eins zusammen essen?'],
      ['Ana', 'Gern, passt.'],
    ),
    read('es', ['Ben', '¿Quedamos para comer el jueves a la una?'], ['Ana', 'Vale, perfecto.']),
  ];
  for (const { events } of talks) {
    const starts = events.map(({ date, time }) => `${date} ${time}`);
    assert.deepEqual(starts, ['2026-03-12 13:00']);
  }
});

test('a repeated hour is in the half of the day that was said with it', () => {
  const { events } = read(
    'en',
    ['Ben', 'Can we meet tomorrow over breakfast, half past seven?'],
    ['Ana', 'Half past seven tomorrow. Sounds good.'],
  );
  assert.deepEqual(
    events.map(({ date, time }) => `${date} ${time}`),
    ['2026-03-11 07:30'],
  );
});

test('a promise is a task of its speaker, and an accepted request one of who accepted', () => {
  const tasks = (...lines: Line[]) =>
    read('en', ...lines).tasks.map(({ isForOther, due }) => [isForOther, due?.date]);
  assert.deepEqual(tasks(['Ana', "I'll send you the photos tonight."], ['Ben', 'Great.']), [
    [false, '2026-03-10'],
  ]);
  // The day stands in another turn.
  const [, due] = tasks(
    ['Ben', 'When do you need the report?'],
    ['Ana', 'By the end of the week.'],
    ['Ben', "Okay, I'll send it to you by then."],
  )[0]!;
  assert.equal(due, '2026-03-13');
  assert.deepEqual(
    tasks(['Ana', 'Could you call the plumber tomorrow?'], ['Ben', 'Sure, no problem.']),
    [[true, '2026-03-11']],
  );
});

test('talk without a result has no tasks and no appointments', () => {
  const { tasks, events } = read(
    'en',
    ['Ben', 'It rained all night again.'],
    ['Ana', 'I heard it on the roof. The garden likes it.'],
    ['Ben', 'Mine is a lake.'],
  );
  assert.deepEqual([tasks, events], [[], []]);
});

test('speakers without names change nothing', () => {
  const found = (one: string, other: string) =>
    read('en', [one, 'Could you send me the report by the weekend?'], [other, 'Yes, I will.'])
      .tasks;
  const named = found('Ben', 'Cleo').map(({ span, chance }) => [span, chance]);
  assert.equal(named.length, 1);
  assert.deepEqual(
    found('Speaker 1', 'The user').map(({ span, chance }) => [span, chance]),
    named,
  );
});

test('the same talk always gives the same result', () => {
  const lines: Line[] = [
    ['Ben', 'Could you ring the plumber before Friday?'],
    ['Ana', 'Sure, leave it with me.'],
  ];
  assert.deepEqual(read('en', ...lines), read('en', ...lines));
});

const GARDEN: Line[] = [
  ['Ben', 'The tomatoes have finally come up.'],
  ['Ana', 'Mine drowned. I will sow new ones next week.'],
  ['Ben', 'I was diagnosed with diabetes, so no more sweet ones for me.'],
];

test('English is read by its meaning, and by its words where the encoder cannot run', () => {
  const talk = (encoder: typeof models.encoder) =>
    readTalk(
      {
        language: 'en',
        turns: GARDEN.map(([speaker, text]) => ({ speaker, text, isUser: speaker === 'Ben' })),
      },
      '2026-03-10T09:00',
      { ...models, encoder },
    );
  const byMeaning = talk(models.encoder);
  const byWords = talk(null);
  assert.equal(byMeaning.meanings!.size, 4);
  assert.equal(byWords.meanings, null);
  const chances = ({ factChances }: typeof byWords) => [...factChances.values()];
  assert.notDeepEqual(chances(byMeaning), chances(byWords));
  for (const found of [byMeaning, byWords]) {
    assert.equal(chances(found).indexOf(Math.max(...chances(found))), 3);
  }
  assert.equal(categoryOf(byMeaning, models), 'health');
  assert.equal(read('de', ['Ana', 'Ich gieße den Garten.']).meanings, null);
});
