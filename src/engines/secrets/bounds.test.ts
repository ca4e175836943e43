/** Tests sentences at the limits of the rules, with their masked words. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Secrets } from './secrets.ts';

const LINES = readFileSync(new URL('./bounds.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.replaceAll('·', ''));

test('sentences at the limits of the rules are masked as recorded', () => {
  assert.deepEqual(
    LINES.map((line) => {
      const [said] = line.split(' → ');
      return `${said} → ${new Secrets().learn(said!.split(' | ')).join(' | ')}`;
    }),
    LINES,
  );
});

test('a learned secret is masked wherever it occurs, whole or in parts', () => {
  const secrets = new Secrets();
  assert.equal(secrets.mask('Nothing was said of 4711.'), 'Nothing was said of 4711.');
  secrets.learn([
    'The door code is 471108.',
    'The passphrase is velvet canyon trumpet seven.',
    'The password is kite.',
    'The gate code is 123.',
    'The pass is at.',
  ]);
  const masks: Record<string, string> = {
    'He typed 471108 there.': 'He typed [secret] there.',
    'He typed 4711 there.': 'He typed [secret] there.',
    'He typed 471 there.': 'He typed 471 there.',
    'It was four seven one one zero eight.': 'It was [secret].',
    'He typed 99471108 there.': 'He typed [secret] there.',
    'A velvet canyon lies there.': 'A [secret] lies there.',
    'A velvet rope lies there.': 'A velvet rope lies there.',
    'velvet canyon trumpet seven': '[secret]',
    'trumpet seven': '[secret]',
    'We flew a kite and a Kite.': 'We flew a [secret] and a [secret].',
    'Kites fly.': 'Kites fly.',
    'At 123 Main Street': 'At [secret] Main Street',
    'kite, kite': '[secret]',
    'kite or kite': '[secret] or [secret]',
    'The pin is 9876.': 'The pin is [secret].',
    '': '',
  };
  for (const [text, masked] of Object.entries(masks)) assert.equal(secrets.mask(text), masked);
});

test('a talk of any length is masked as a whole', async () => {
  const filler = Array.from({ length: 450 }, () => 'We spoke about the garden.');
  for (const [place, between] of [
    [198, 1],
    [199, 1],
    [200, 1],
    [399, 4],
    [10, 4],
  ] as const) {
    const turns = [...filler];
    turns[place] = 'What is the password?';
    turns[place + between] = "It's dragonfly.";
    turns[0] = 'Say dragonfly!';
    turns[449] = 'Dragonfly it is.';
    const masked = await new Secrets().learnAll(turns);
    assert.equal(masked.length, 450);
    assert.equal(masked[0], 'Say [secret]!');
    assert.equal(masked[place + between], "It's [secret].", `${place}`);
    assert.equal(masked[449], '[secret] it is.');
    assert.equal(masked[250], turns[250]);
  }
});
