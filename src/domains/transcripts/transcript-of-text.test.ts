import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { transcriptOfText } from './transcript-of-text.ts';

test('lines with names belong to speakers', () => {
  const made = transcriptOfText('Ana: Hi!\nBen Doe: Hello.\nHow are you?\nAna: Fine.', 'Ana');
  assert.deepEqual(
    made.map(({ speaker_id, is_user, text }) => [speaker_id, is_user, text]),
    [
      [0, true, 'Hi!'],
      [1, false, 'Hello.'],
      [1, false, 'How are you?'],
      [0, true, 'Fine.'],
    ],
  );
  assert.ok(transcriptOfText('Note: buy milk', 'Ana')[0]!.is_user);
});

test('no word of a text is lost, and its times increase', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[\w.!? ]{1,900}$/), { maxLength: 8 }), (lines) => {
      const text = lines.join('\n');
      const made = transcriptOfText(text, null);
      const letters = (given: string) => given.replace(/\s/g, '');
      assert.equal(letters(made.map((segment) => segment.text).join('')), letters(text));
      for (const [index, { start, end, text: words }] of made.entries()) {
        assert.equal(start, made[index - 1]?.end ?? 0);
        assert.ok(end > start && words.length <= 500);
      }
    }),
  );
});

const speakersOf = (text: string, isTranscript = true) =>
  transcriptOfText(text, 'Ana Doe', isTranscript).map(({ label, speaker_id }) => [
    label,
    speaker_id,
  ]);

test('a declared transcript has speakers if half of its lines, and at least two, have labels', () => {
  const [ana, ben] = [['Ana', 0] as const, ['Ben', 1] as const];
  assert.deepEqual(speakersOf('Ana: Hi.\nBen: Hi.'), [ana, ben]);
  assert.deepEqual(speakersOf('Ana: Hi.\nBen: Hi.\nmore\nand more'), [ana, ben, ben, ben]);
  assert.deepEqual(speakersOf('Ana: Hi.'), [[null, 0]]);
  assert.deepEqual(
    speakersOf('Ana: Hi.\nBen: Hi.\none\ntwo\nthree').map(([label]) => label),
    [null, null, null, null, null],
  );
  assert.deepEqual(speakersOf('before\nAna: Hi.\nANA: Ho.\nBen: Hi.'), [
    [null, 0],
    ['Ana', 1],
    ['Ana', 1],
    ['Ben', 2],
  ]);
});

test('other text has speakers if two names recur or it comes from a messenger', () => {
  const labels = (text: string) => speakersOf(text, false).map(([label]) => label);
  const talk = 'Ana: Hi.\nBen: Hi.\nAna: Yes.\nBen: Yes.';
  assert.deepEqual(labels(talk), ['Ana', 'Ben', 'Ana', 'Ben']);
  assert.deepEqual(labels('Ana: Hi.\nBen: Hi.\nAna: Yes.\nCara: Yes.'), [null, null, null, null]);
  assert.deepEqual(labels('Note: Hi.\nTitle: Hi.\nNote: Yes.\nTitle: Yes.'), [
    null,
    null,
    null,
    null,
  ]);
  assert.deepEqual(
    labels('Note: Hi.\n12/03/2026, 09:10 - Ben: Hi.\n12/03/2026, 09:11 - Ana: Ho.'),
    [null, 'Ben', 'Ana'],
  );
});

test('numbered speakers keep their numbers, and others get the lowest free ones', () => {
  assert.deepEqual(speakersOf('Ana: a\nSpeaker 1: b\nBen: c\nSpeaker_00: d\nAna: e'), [
    ['Ana', 2],
    ['Speaker 1', 1],
    ['Ben', 3],
    ['Speaker_00', 0],
    ['Ana', 2],
  ]);
});

test("the user is the speaker labelled 'me' or with the user's name", () => {
  const isUser = (label: string, name: string | null = 'Ana Doe') =>
    transcriptOfText(`${label}: Hi.\nBen: Hi.`, name)[0]!.is_user;
  for (const label of ['me', 'I', 'Ana', 'Ana Doe', 'ANA 🌱']) assert.ok(isUser(label), label);
  for (const label of ['Doe', 'Anabel']) assert.ok(!isUser(label), label);
  assert.ok(!isUser('Ana', null));
});

test('text without times gets 0.4 s per word, and at least a second', () => {
  const times = transcriptOfText('one\none two three four five', null).map((each) => each.end);
  assert.deepEqual(times, [1, 3]);
});

test('paragraphs are cut between sentences, then words, then characters', () => {
  const lengths = (text: string) => transcriptOfText(text, null).map((each) => each.text.length);
  const sentence = (length: number) => `${'x'.repeat(length - 1)}.`;
  assert.deepEqual(lengths(sentence(500)), [500]);
  assert.deepEqual(lengths(sentence(501)), [500, 1]);
  assert.deepEqual(lengths(`${sentence(300)}  ${sentence(198)}`), [500]);
  assert.deepEqual(lengths(`${sentence(10)} ${'x'.repeat(400)} ${sentence(99)}`), [10, 500]);
  assert.deepEqual(lengths(`${sentence(300)} ${sentence(199)}`), [500]);
  assert.deepEqual(lengths(`${sentence(300)} ${sentence(200)}`), [300, 200]);
  assert.deepEqual(lengths(`${'x'.repeat(400)} ${'y'.repeat(400)}`), [400, 400]);
  assert.deepEqual(lengths(` ${'x'.repeat(501)} y`), [500, 3]);
  assert.deepEqual(lengths('😀'.repeat(251)), [500, 2]);
  assert.deepEqual(lengths(`x${'😀'.repeat(250)}`), [501]);
});

const wholeOf = (text: string, isTranscript = false) =>
  transcriptOfText(text, 'Ana Doe', isTranscript).map(
    ({ label, is_user, text: words }) => `${is_user ? 'own ' : ''}${label}: ${words}`,
  );

test('names may contain apostrophes, titles, particles and remarks', () => {
  const names = [
    'O’Brien',
    'O`Neal',
    'Dr. Müller',
    'Ludwig van Ork',
    'Smith, John',
    'Eva (Sales)',
    '田中',
  ];
  for (const name of names) {
    const lines = [`${name}: a b`, 'Ben: c', `${name}: d`, 'Ben: e'];
    assert.deepEqual(wholeOf(lines.join('\n')), lines, name);
  }
});

test('a colon may be wide, or lack its space, and a name may stand alone on its line', () => {
  const wanted = ['Eva: a', 'Ben: b', 'Eva: c', 'Ben: d'];
  for (const text of [
    'Eva：a\nBen：b\nEva：c\nBen：d',
    'Eva:a\nBen:b\nEva:c\nBen:d',
    'Eva:\na\nBen:\nb\nEva:\nc\nBen:\nd',
  ]) {
    assert.deepEqual(wholeOf(text), wanted, text);
  }
});

test('a sentence with a colon goes on with the words of the speaker', () => {
  const talk = 'Eva: a\nBen: b\nEva: c\nBen: d\nMy number one rule: never skip lunch.';
  for (const isTranscript of [false, true]) {
    assert.equal(wholeOf(talk, isTranscript).at(-1), 'Ben: My number one rule: never skip lunch.');
  }
});

test('lines that may have speakers are nobody’s, and a list with headings is the user’s', () => {
  for (const text of [
    'Eva: Hi\nBen: I live in Kiel',
    'eva: hi\nben: i live here\neva: c\nben: d',
    '[21/11/2026, 09:19] Eva: a',
  ]) {
    assert.ok(!wholeOf(text).some((line) => line.startsWith('own')), text);
  }
  for (const text of [
    'Monday: call\nTuesday: pay',
    'I need milk: two litres.',
    'Milk: 2\nBread: 1\nMilk: low fat',
    'Note: a\nTo do: b',
  ]) {
    assert.ok(
      wholeOf(text).every((line) => line.startsWith('own')),
      text,
    );
  }
});
