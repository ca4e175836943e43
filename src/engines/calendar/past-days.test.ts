/** Tests days that are over and long periods, in the words of each language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensOf } from '../words/units.ts';
import { mentionsIn } from './mentions.ts';

/** A Wednesday. */
const TODAY = { year: 2026, month: 5, day: 13 };

const means = (cases: Record<string, string>, language: string): void => {
  for (const [text, expected] of Object.entries(cases)) {
    const said = mentionsIn(tokensOf(text), TODAY, language).map((one) =>
      one.kind === 'hour' || one.form !== 'open'
        ? 'another form'
        : `${one.first ? `${one.first} to ` : ''}${one.date} ${one.from}-${one.to}`,
    );
    assert.equal(said.join(', '), expected, text);
  }
};

test('days that are over and long periods are read', () => {
  means(
    {
      'It was yesterday.': '2026-05-12 2-3',
      'It was last night.': '2026-05-12 2-4',
      'It was three days ago.': '2026-05-10 2-5',
      'It was a fortnight ago.': '2026-04-29 2-5',
      'It was a couple of months ago.': '2026-03-01 to 2026-03-31 2-7',
      'It was last week.': '2026-05-04 to 2026-05-08 2-4',
      'It is this month.': '2026-05-01 to 2026-05-31 2-4',
      'It is next year.': '2027-01-01 to 2027-12-31 2-4',
      'It was three meals ago.': '',
      'It was last.': '',
    },
    'en',
  );
  means(
    {
      'Es war vorgestern.': '2026-05-11 2-3',
      'Es war vor drei Tagen.': '2026-05-10 2-5',
      'Es war letzte Woche.': '2026-05-04 to 2026-05-08 2-4',
      'Es ist nächsten Monat.': '2026-06-01 to 2026-06-30 2-4',
    },
    'de',
  );
  means(
    {
      'Fue ayer.': '2026-05-12 1-2',
      'Fue hace dos semanas.': '2026-04-29 1-4',
      'Fue el mes pasado.': '2026-04-01 to 2026-04-30 2-4',
      'Es el año que viene.': '2027-01-01 to 2027-12-31 2-5',
    },
    'es',
  );
});
