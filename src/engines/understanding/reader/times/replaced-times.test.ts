import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepared } from '../features.ts';
import { loadReader } from '../reader.ts';
import { replacedDays, replacedHours } from './replaced-times.ts';
import { timesIn } from './times.ts';
import { unitsOf } from '../units.ts';

const { clusters } = loadReader();

type Turn = [speaker: string, text: string];

function named(turns: readonly Turn[], language = 'en') {
  const talk = {
    language,
    turns: turns.map(([speaker, text]) => ({ speaker, text, isUser: speaker === 'Ana' })),
  };
  const all = prepared(talk, unitsOf(talk), clusters);
  return { talk, times: timesIn(all, '2026-03-12T09:00') };
}

function replaced(...turns: Turn[]): string[] {
  const { times, talk } = named(turns);
  return [...replacedHours(times, talk)].map(({ mention }) => mention.time);
}

function replacedDates(turns: readonly Turn[], language = 'en'): string[] {
  const { times, talk } = named(turns, language);
  return [...replacedDays(times, talk)].map(({ mention }) => mention.date);
}

test('an hour that is asked for is replaced by the hour of the answer', () => {
  const asked: [string, string] = ['Ben', 'Saturday at six?'];
  assert.deepEqual(replaced(asked, ['Ana', 'Half past six, people have cows to feed.']), ['18:00']);
  // The same hour, another question, an hour of something else, and the same speaker.
  assert.deepEqual(replaced(asked, ['Ana', 'Six is good.']), []);
  assert.deepEqual(replaced(asked, ['Ana', 'Half past six?']), []);
  assert.deepEqual(replaced(asked, ['Ana', 'Yes. The train leaves at half past five.']), []);
  assert.deepEqual(replaced(asked, ['Ben', 'Half past six, I mean.']), []);
  assert.deepEqual(replaced(['Ben', 'Saturday at six.'], ['Ana', 'Half past six, no?']), []);
});

test('an hour is replaced when the reply refuses it', () => {
  const asked: [string, string] = ['Ben', 'Tuesday, twenty to five?'];
  assert.deepEqual(replaced(asked, ['Ana', "Twenty to five's no good, anything later?"]), [
    '16:40',
  ]);
  assert.deepEqual(replaced(asked, ['Ana', "I can't make that."]), ['16:40']);
  assert.deepEqual(replaced(asked, ['Ana', "Good. I can't do Friday."]), []);
  assert.deepEqual(replaced(['Ben', 'Come at five.'], ['Ana', "Five o'clock is too early."]), [
    '17:00',
  ]);
});

const REFUSALS = {
  en: [
    "That's bad for me.",
    'The nineteenth is bad.',
    "I'm no use then.",
    'Have you nothing else?',
    'Is there anything else?',
    'Is there another day?',
    'I have chess. Something short instead?',
    'Could it be a week later?',
    'Can we say the week after?',
    "There's the concert. We'd better make it later.",
    'Could we make it later?',
    'Then we have to move it.',
    "I can't do that.",
  ],
  de: [
    'Geht es stattdessen später?',
    'Lieber später.',
    'Eine Woche später?',
    'Verschieben wir?',
    'Das geht nicht.',
  ],
  es: [
    '¿Y en vez de eso?',
    'Mejor más tarde.',
    '¿La semana siguiente?',
    '¿Lo podemos aplazar?',
    'No puedo.',
  ],
};
const PROPOSED = { en: 'On March 19?', de: 'Am neunzehnten März?', es: '¿El 19 de marzo?' };
const OTHER = {
  en: 'March 26, then.',
  de: 'Dann am sechsundzwanzigsten März.',
  es: 'Pues el 26 de marzo.',
};

test('a day is replaced when the reply asks for another, and another follows', () => {
  for (const language of ['en', 'de', 'es'] as const) {
    const asked: Turn = ['Ben', PROPOSED[language]];
    const other: Turn = ['Ben', OTHER[language]];
    for (const reply of REFUSALS[language]) {
      const dates = replacedDates([asked, ['Ana', reply], other], language);
      assert.ok(dates.length > 0 && dates.every((date) => date === '2026-03-19'), reply);
      assert.deepEqual(
        replacedDates([asked, ['Ana', reply]], language),
        [],
        `${reply} and no other`,
      );
    }
    assert.deepEqual(replacedDates([asked, ['Ana', 'Olé!'], other], language), []);
  }
});

test('the day that a refusal repeats is replaced too, but not a day that is named later', () => {
  const asked: Turn = ['Ben', 'On March 19?'];
  const refused: Turn = ['Ana', "I'm no use on March 19."];
  const other: Turn = ['Ben', 'March 26, then. On March 19 I get the keys.'];
  assert.deepEqual(replacedDates([asked, refused, other]), ['2026-03-19', '2026-03-19']);
  const chatter: Turn[] = ['Yes.', 'No.', 'Yes.', 'No.'].map((text) => ['Ana', text]);
  assert.deepEqual(replacedDates([asked, refused, ...chatter.slice(0, 2), other]).length, 2);
  assert.deepEqual(replacedDates([asked, refused, ...chatter.slice(0, 3), other]), []);
  assert.deepEqual(replacedDates([asked, ['Ben', 'Have I nothing else?'], other]), []);
});
