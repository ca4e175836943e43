import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { z } from 'zod';
import * as m from '../paraglide/messages.js';
import { overwriteGetLocale } from '../paraglide/runtime.js';
import { REFUSALS, translateRefusal } from './refusals.ts';

const SERVICE = fileURLToPath(new URL('../../../src', import.meta.url));

/** The sources of the service, with joined texts and a 7 in the place of every value. */
function sourcesOfService(): string {
  const files = globSync('**/*.ts', { cwd: SERVICE }).filter((file) => !file.endsWith('.test.ts'));
  return (
    files
      .map((file) => readFileSync(`${SERVICE}/${file}`, 'utf8'))
      .join('\n')
      .replaceAll(/['`] \+\s*['`]/g, '')
      .replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '7')
      // The documents of operations are no refusals.
      .replaceAll(/(?:description:|summary:|describe\()\s*(['`])(?:(?!\1).)*\1/gs, '')
  );
}

test('every known refusal is a sentence of the service', () => {
  const ofZod = z.email().safeParse('').error!.issues[0]!.message;
  const sources = `${sourcesOfService()}\n${ofZod}`;
  const unknown = REFUSALS.map(([{ source }]) => source).filter((source) => {
    const anywhere = source.replaceAll(/[\^$]/g, '').replace('in_progress', '7');
    return !new RegExp(anywhere).test(sources);
  });
  assert.deepEqual(unknown, []);
});

test('a refusal is told in the language of the page, with its values', () => {
  overwriteGetLocale(() => 'de');
  for (const [english, german] of [
    ['Use an IANA time zone such as Europe/Lisbon', m.refused_time_zone()],
    ['String should have at least 12 characters', 'Schreibe mindestens 12 Zeichen.'],
    ['String should have at least 1 character', 'Fülle dieses Feld aus.'],
    ['Memory not found', 'Das gibt es nicht mehr.'],
    ['Conversation 1f is in_progress. Try again later.', m.refused_recorded()],
    ['Conversation 1f is processing. Try again later.', m.refused_still_processed()],
    ['The same session is still being processed. Try again in a moment.', m.refused_moment()],
    ['Memories are closed for now: this account does not exist.', m.refused_memories_closed()],
    ['The built-in reader made this result: the language model answered 500.', /answered 500/],
    ["A folder named 'Reisen' already exists. Choose another name.", /„Reisen“/],
    ["A person named 'Maria' already exists (01a2).", m.refused_name_exists({ name: 'Maria' })],
    ['The moon is full.', null],
  ]) {
    const told = translateRefusal(english as string);
    if (german instanceof RegExp) assert.match(told!, german);
    else assert.equal(told, german);
  }
});
