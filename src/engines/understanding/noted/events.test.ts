/** Tests the names and times of the appointments that the reader found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WHOLE_DAY } from '../maker.ts';
import type { FoundEvent } from '../reader/reader.ts';
import { transcriptOf, type Line } from '../transcript.fixture.ts';
import { eventsIn, type Later } from './events.ts';
import { hear } from './heard.ts';

/** A talk in which the reader found an appointment, said by the whole sentence with this index. */
function heardWith(language: string, at: number, lines: Line[], more: Partial<FoundEvent> = {}) {
  const heard = hear(transcriptOf(lines, { language }));
  const unit = heard.read.all.units[at]!;
  const span = { from: 0, to: unit.tokens.length };
  const found = { unit, last: unit, chance: 1, span, date: '2026-11-26', time: null, ...more };
  return { ...heard, read: { ...heard.read, events: [found] } };
}

const nameIn = (language: string, at: number, ...lines: Line[]) =>
  eventsIn(heardWith(language, at, lines))[0]!.title;

test('a German or Spanish appointment has the longest words that are no time', () => {
  for (const [language, text, name] of [
    ['de', 'Dann am Donnerstag um neun der Besuch im Museum.', 'Besuch im Museum'],
    ['de', 'Zahnarzt, am Donnerstag um neun, mit neuer Karte, um.', 'Mit neuer Karte'],
    ['de', 'Die Oma am Donnerstag und um zehn kommt der Klempner.', 'Kommt der Klempner'],
    ['es', 'Y el jueves a las nueve la visita del museo.', 'Visita del museo'],
  ] as const)
    assert.equal(nameIn(language, 0, ['Ben', text]), name);
});

test('a sentence with a time alone has the kind of appointment that is named near it', () => {
  const day: Line = ['Ben', 'Am Donnerstag um neun.'];
  assert.equal(nameIn('de', 1, ['Anna', 'Zahnarzt Termin?'], day), 'Zahnarzt termin');
  assert.equal(nameIn('de', 0, day, ['Anna', 'Ja.'], ['Ben', 'Das Spiel.']), 'Spiel');
  assert.equal(nameIn('de', 1, ['Anna', 'Ein Kaffee?'], day, ['Anna', 'Die Probe.']), 'Kaffee');
  const chat: Line[] = [
    ['Anna', 'Ja.'],
    ['Ben', 'Ja.'],
  ];
  assert.equal(nameIn('de', 0, day, ...chat, ['Anna', 'Die Probe.']), 'Treffen mit Ben');
  assert.equal(nameIn('de', 0, day), 'Termin');
  assert.equal(nameIn('es', 0, ['Ben', 'El jueves.'], ['Anna', 'Sí.']), 'Quedar con Ben');
  assert.equal(nameIn('es', 0, ['Ben', 'El jueves.']), 'Cita');
});

test('a name has at most seventy characters', () => {
  const words = `Besuch ${'museum '.repeat(8)}museum`;
  assert.equal(nameIn('de', 0, ['Ben', `${words}x.`]), `${words}x`);
  assert.ok(nameIn('de', 0, ['Ben', `${words}xx.`]).endsWith('…'));
});

test('an appointment with an hour is no whole day', () => {
  const lines: Line[] = [['Ben', 'Der Besuch am Donnerstag.']];
  const [day] = eventsIn(heardWith('de', 0, lines));
  assert.deepEqual(
    [day!.start.toISOString(), day!.duration],
    ['2026-11-26T05:00:00.000Z', WHOLE_DAY],
  );
  const [hour] = eventsIn(heardWith('de', 0, lines, { time: '09:00' }));
  assert.deepEqual([hour!.start.toISOString(), hour!.duration], ['2026-11-26T14:00:00.000Z', 30]);
});

test('later words up to four turns may take an appointment back', () => {
  const lines: Line[] = [
    ['Anna', 'So.'],
    ['Ben', 'Der Besuch am Donnerstag. Gut?'],
    ['Anna', 'Eins.'],
    ['Ben', 'Zwei.'],
    ['Ben', 'Drei.'],
    ['Ben', 'Vier.'],
    ['Ben', 'Fünf.'],
  ];
  const asked: Later[] = [];
  eventsIn(heardWith('de', 1, lines), (later) => asked.push(later) < 0);
  assert.deepEqual(
    asked.map(({ text, isReply }) => `${text} ${isReply}`),
    [
      'Der Besuch am Donnerstag. false',
      'Gut? false',
      'Eins. true',
      'Zwei. false',
      'Drei. false',
      'Vier. false',
    ],
  );
  assert.deepEqual(
    eventsIn(heardWith('de', 1, lines), ({ text }) => text === 'Vier.'),
    [],
  );
});

test('the next words of the same speaker are no reply', () => {
  const asked: boolean[] = [];
  const heard = heardWith('de', 0, [
    ['Ben', 'Der Besuch am Donnerstag.'],
    ['Ben', 'Nein.'],
  ]);
  eventsIn(heard, ({ isReply }) => asked.push(isReply) < 0);
  assert.deepEqual(asked, [false, false]);
});
