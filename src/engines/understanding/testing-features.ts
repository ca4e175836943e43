/**
 * The talks whose features the tests state in full. The models were trained with exactly these
 * features: a feature that changes without a new training counts for nothing, and the service
 * understands less without an error.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Talk } from './reader/units.ts';

type Line = readonly [speaker: string, text: string];

const talkOf = (language: string, user: string, lines: readonly Line[]): Talk => ({
  language,
  turns: lines.map(([speaker, text]) => ({ speaker, text, isUser: speaker === user })),
});

/** It began on Friday, 20 November 2026, at nine. */
export const START = '2026-11-20T09:00';

export const LADDER_TALK = talkOf('en', 'Ana', [
  ['Ana', 'Morning, Ben. Could you bring the long ladder back by Friday?'],
  ['Ben', "Sure. I'll bring it on Thursday afternoon, and my sister's dog comes too."],
  ['Ana', 'Great. And shall we have dinner at the harbour on Saturday at eight?'],
  ['Ben', "Saturday is Eva's birthday party, with 25 people. Sunday at half past seven?"],
  ['Ana', "Sunday works for me! I'll book the table for the dinner then."],
  ['Ben', 'Lovely, see you on Sunday.'],
]);

/** Two speakers without names; one of them speaks twice in a row. */
export const CALL_TALK = talkOf('de', '', [
  ['Speaker 2', 'Kannst du meinen Bruder morgen um neun Uhr anrufen?'],
  ['Mia', 'Ja, gern.'],
  ['Mia', 'Ich rufe ihn um halb zehn an, wenn der Zug pünktlich ist.'],
  ['Speaker 2', 'Danke, und am Montag kommt dann Mias Schwester um elf.'],
]);

/** More sentences and words than the features count. */
export const LONG_TALK = talkOf('en', 'Ana', [
  ['Ben', 'Red is warm. Blue is cold. Green is calm. Grey is dull. Pink is loud. Black is deep.'],
  [
    'Ana',
    'well the big parcel goes to the mill and the flat parcel to the old school by the river ' +
      'while the round parcel stays here until somebody from the post office rings me up about it',
  ],
  ['Ben', 'Monday at ten or Tuesday at eleven, or on the Friday.'],
  ['Ana', 'Or the mill. Not Saturday. The mill shuts at three.'],
  ['Ben', 'At the same time, right.'],
  ['Eva', 'So the parcel?'],
  ['Ben', 'The parcel goes to the mill on Tuesday at eleven.'],
]);

type Features = Readonly<Record<string, readonly string[]>>;

/** `WRITE_FEATURES=1` writes the list, for the time after a training with other features. */
export function assertFeatures(file: URL, found: Features): void {
  const trimmed = Object.fromEntries(
    Object.entries(found).map(([name, features]) => [name, features.map((text) => text.trim())]),
  );
  if (process.env['WRITE_FEATURES']) writeFileSync(file, written(trimmed));
  assert.deepEqual(trimmed, stored(readFileSync(file, 'utf8')));
}

const SEPARATOR = ' | ';
const MAX_LINE = 110;

/** A heading for each list, and lines of features. */
function written(lists: Features): string {
  return Object.entries(lists)
    .map(([name, features]) => [`# ${name}`, ...linesOf(features), ''].join('\n'))
    .join('\n');
}

function linesOf(features: readonly string[]): string[] {
  const lines: string[] = [];
  for (const feature of features) {
    const longer = lines.length > 0 ? `${lines.at(-1)!}${SEPARATOR}${feature}` : feature;
    if (lines.length > 0 && longer.length <= MAX_LINE) lines[lines.length - 1] = longer;
    else lines.push(feature);
  }
  return lines;
}

function stored(text: string): Features {
  const lists = text
    .split(/^# /m)
    .filter(Boolean)
    .map((block) => {
      const [name, ...lines] = block.split('\n').filter(Boolean);
      return [name!, lines.flatMap((line) => line.split(SEPARATOR))] as const;
    });
  return Object.fromEntries(lists);
}
