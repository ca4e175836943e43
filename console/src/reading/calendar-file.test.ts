import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarFile } from './calendar-file.ts';

const lunch = {
  title: 'Lunch, with Ana; and a\\b',
  description: 'First line\nsecond line',
  start: '2026-12-01T12:30:00Z',
  duration: 45,
};

test('an appointment is written with its end and with escaped texts', () => {
  const lines = calendarFile(lunch, 'one').split('\r\n');
  assert.ok(lines.includes('DTSTART:20261201T123000Z'));
  assert.ok(lines.includes('DTEND:20261201T131500Z'));
  assert.ok(lines.includes(String.raw`SUMMARY:Lunch\, with Ana\; and a\\b`));
  assert.ok(lines.includes(String.raw`DESCRIPTION:First line\nsecond line`));
  assert.equal(lines.at(-1), '');
});

test('a line has at most 75 bytes and breaks between characters', () => {
  const text = calendarFile({ ...lunch, title: 'Über 🌊 '.repeat(40) }, 'one');
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.ok(text.replaceAll('\r\n ', '').includes('Über 🌊 '.repeat(40)));
});
