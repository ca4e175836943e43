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
    'The login password is tiger7 lemon.',
  ]);
  const masks: Record<string, string> = {
    'He typed 471108 there.': 'He typed [secret] there.',
    'He typed 4711 there.': 'He typed [secret] there.',
    'He typed 471 there.': 'He typed 471 there.',
    'It was four seven one one zero eight.': 'It was [secret].',
    'He typed 99471108 there.': 'He typed [secret] there.',
    'He typed tiger7 there.': 'He typed [secret] there.',
    'A lemon and a tiger.': 'A lemon and a tiger.',
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

test('an answer is searched up to its sixtieth word', () => {
  const learnt = (words: number) =>
    new Secrets().learn(['What is the code?', `${'so '.repeat(words - 2)}is 4711`])[1]!;
  assert.match(learnt(60), / is \[secret\]$/);
  assert.match(learnt(61), / is 4711$/);
});

test('a quotation of up to 30 words is one secret, and other words up to 26', () => {
  const words = [...'abcdef'].flatMap((one) => [...'vwxyz'].map((other) => `lamp${one}${other}`));
  const answer = (text: string) => new Secrets().learn(['What is the password?', text])[1];
  assert.equal(answer(`It's "${words.join(' ')}" then`), `It's "[secret]" then`);
  assert.equal(
    answer(`It's "big ${words.join(' ')}" then`),
    `It's "[secret] ${words.slice(25).join(' ')}" then`,
  );
  assert.equal(answer(`It's ${words.slice(0, 26).join(' ')}`), "It's [secret]");
  assert.equal(answer(`It's ${words.slice(0, 27).join(' ')}`), `It's [secret] ${words[26]}`);
});

test('a spelled secret is found again when it has up to six letters', () => {
  const masked = (spelled: string) => {
    const secrets = new Secrets();
    secrets.learn([`The password is ${spelled}.`]);
    return secrets.mask(`It was ${spelled} then.`);
  };
  assert.equal(masked('k i w i t a'), 'It was [secret] then.');
  assert.equal(masked('k i w i t a p'), 'It was k i w i t a p then.');
});

test('a secret number is found in the first 24 digits of a longer number', () => {
  const secrets = new Secrets();
  secrets.learn(['The door code is 471108.']);
  assert.equal(secrets.mask(`It is ${'9'.repeat(18)}471108.`), 'It is [secret].');
  const long = `It is ${'9'.repeat(19)}471108.`;
  assert.equal(secrets.mask(long), long);
});

test('two words with a number between them are one secret, and do not hide the two alone', () => {
  const secrets = new Secrets();
  secrets.learn(['The password is "blue 4711 bird".']);
  assert.equal(secrets.mask('Type blue 4711 bird, then ok.'), 'Type [secret], then ok.');
  assert.equal(secrets.mask('A blue bird sings.'), 'A blue bird sings.');
});

test('other work runs between the blocks of a long talk', async () => {
  let rounds = 0;
  const count = () => {
    rounds += 1;
    again = setImmediate(count);
  };
  let again = setImmediate(count);
  await new Secrets().learnAll(Array.from({ length: 401 }, () => 'We spoke about the garden.'));
  clearImmediate(again);
  // Three blocks are read twice.
  assert.ok(rounds >= 6, `${rounds}`);
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
