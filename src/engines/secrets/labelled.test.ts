import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { MASK } from './secret-finder.ts';
import { Secrets } from './secrets.ts';

/**
 * The parts of the file in order: the lines used to tune the rules, and the lines written
 * afterwards.
 */
const [, ...PARTS] = readFileSync(new URL('./labelled.txt', import.meta.url), 'utf8').split('## ');
/** Lines whose mask is wider or narrower than the label, by a word or a sign. */
const MAX_INEXACT = 9;

function* linesOf(sign: '+' | '-'): Generator<string[]> {
  for (const part of PARTS) {
    for (const line of part.split('\n')) {
      if (line.startsWith(`${sign} `)) yield line.slice(2).replaceAll('·', '').split(' | ');
    }
  }
}

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

test('no labelled secret is missed', () => {
  const passed: string[] = [];
  for (const turns of linesOf('+')) {
    const said = turns.map((turn) => turn.replaceAll(/[⟦⟧]/g, ''));
    const masked = new Secrets().learn(said);
    const secrets = turns.map((turn) =>
      [...turn.matchAll(/⟦(.*?)⟧/g)].map(([, secret]) => secret!),
    );
    const leaks = masked.some((text, turn) =>
      secrets[turn]!.some((secret) => {
        const parts = secret.split(/[\s,-]+/).filter((each) => /\d{2}|\p{L}{4}/u.test(each));
        return (
          plain(text).includes(plain(secret)) ||
          parts.some((each) => plain(text).includes(plain(each)))
        );
      }),
    );
    if (leaks) passed.push(`${turns.join(' | ')}  →  ${masked.join(' | ')}`);
  }
  assert.deepEqual(passed, []);
});

test('the words around a secret are kept', () => {
  const inexact: string[] = [];
  for (const turns of linesOf('+')) {
    const wanted = turns.map((turn) => turn.replaceAll(/⟦.*?⟧/g, MASK)).join(' | ');
    const got = new Secrets().learn(turns.map((turn) => turn.replaceAll(/[⟦⟧]/g, ''))).join(' | ');
    if (got !== wanted) inexact.push(`${wanted}  →  ${got}`);
  }
  assert.ok(inexact.length <= MAX_INEXACT, inexact.join('\n'));
});

test('no harmless look-alike is masked', () => {
  const masked: string[] = [];
  for (const turns of linesOf('-')) {
    const got = new Secrets().learn(turns).join(' | ');
    if (got !== turns.join(' | ')) masked.push(`${turns.join(' | ')}  →  ${got}`);
  }
  assert.deepEqual(masked, []);
});
