/** Tests days that count from another day, in the words of each language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTimes } from './dates.ts';

/** Friday 13 November 2026, ten o'clock in the morning in Berlin. */
const AT = new Date('2026-11-13T09:00:00Z');

const means = (language: string, cases: Record<string, string>): void => {
  for (const [text, expected] of Object.entries(cases)) {
    const found = findTimes(text, { at: AT, timezone: 'Europe/Berlin', language });
    const said = found.map(({ date, time, end }) => [date, time, end?.date].filter(Boolean));
    assert.equal(said.join('; ').replaceAll(',', ' '), expected, text);
  }
};

test('a span beside a day counts from that day', () => {
  means('en', {
    'Pay it a week today.': '2026-11-20',
    'Pay it a week tomorrow.': '2026-11-21',
    'Pay it a week on Monday.': '2026-11-23',
    'Pay it three weeks on Monday.': '2026-12-07',
    'It has been two weeks today.': '2026-11-13',
    'Pay it in two Fridays.': '2026-11-27',
    'Pay it in a week and a half.': '',
  });
  means('de', {
    'Zahl es heute in acht Tagen.': '2026-11-20',
    'Zahl es morgen in acht Tagen.': '2026-11-21',
    'Zahl es Montag in vierzehn Tagen.': '2026-11-30',
    'Zahl es in 14 Tagen.': '2026-11-27',
    'Zahl es übernächsten Montag.': '2026-11-23',
    'Zahl es morgen in acht Städten.': '2026-11-14',
  });
  means('es', {
    'Págalo de hoy en ocho.': '2026-11-20',
    'Págalo de mañana en ocho.': '2026-11-21',
    'Págalo el martes en ocho días.': '2026-11-24',
    'Págalo de hoy en quince.': '2026-11-27',
    'Viene mañana en ocho minutos.': '2026-11-14; 2026-11-13 10:08',
  });
});

test('days whose names contain other words are these days', () => {
  means('de', { 'Zahl es am Sonnabend.': '2026-11-14' });
  means('es', {
    'Págalo el treinta y uno.': '2026-12-31',
    'Págalo el treinta y uno de diciembre.': '2026-12-31',
    'Nos vemos el fin de semana.': '2026-11-14 2026-11-15',
    'Nos vemos el próximo fin de semana.': '2026-11-14 2026-11-15',
    'Págalo antes del fin de semana.': '2026-11-13',
    'Págalo a fin de mes.': '2026-11-30',
  });
});

test('twelve at night is midnight, and minutes count from it', () => {
  means('en', {
    'Call tomorrow at twelve at night.': '2026-11-14 00:00',
    'Call tomorrow at half past midnight.': '2026-11-14 00:30',
    'Call tomorrow at quarter past noon.': '2026-11-14 12:15',
    'Call tomorrow at ten to noon.': '2026-11-14 11:50',
  });
  means('de', { 'Ruf morgen um 12 Uhr nachts an.': '2026-11-14 00:00' });
  means('es', { 'Llama mañana a las doce de la noche.': '2026-11-14 00:00' });
});
