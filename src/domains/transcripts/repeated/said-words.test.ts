import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Heard } from '../segment-assembler.ts';
import { plain, SaidWords, withinSpans, withoutSaid } from './said-words.ts';
import type { SaidWord } from './said-words.ts';

const STEP_MS = 400;
const me = { user_id: 'me', device: '', by: {} };
const myOther = { user_id: 'me', device: '', by: {} };

function heard(text: string, at = 0): Heard {
  const words = text.split(' ').map((word, n) => ({
    text: word,
    start: at + n * STEP_MS,
    end: at + (n + 1) * STEP_MS,
  }));
  return {
    text,
    words,
    start: at,
    end: words.at(-1)!.end,
    speaker_id: 0,
    is_user: true,
    person_id: null,
    person_name: null,
    stt_provider: null,
    voice_checked: false,
    voice_verdict: null,
    print: null,
  };
}

const saidOf = (text: string, at = 0): SaidWord[] =>
  heard(text, at).words.map((word) => ({ text: plain(word.text), at: word.start }));

for (const [what, late, expected] of [
  ['the same words are known', heard('I live in Boston.', 600), undefined],
  ['another hearing of a word in between is known too', heard('I leave in Boston.'), undefined],
  ['what comes after known words stays', heard('I live in Boston with Ana.'), 'with Ana.'],
  ['the same words later are said again', heard('I live in Boston.', 5_000), 'I live in Boston.'],
] as const) {
  test(what, () => {
    assert.equal(withoutSaid(late, saidOf('I live in Boston.'))?.text, expected);
  });
}

test('repeated words are kept as often as they were said', () => {
  assert.equal(withoutSaid(heard('no no no'), saidOf('no no'))?.words.length, 1);
});

test('words from another device are stored once, but words of the same device or of other users are not merged', () => {
  const said = new SaidWords();
  assert.ok(said.fresh(heard('Good morning everybody.'), me));
  assert.equal(said.fresh(heard('Good morning everybody.', 300), myOther), null);
  assert.ok(said.fresh(heard('Good morning everybody.', 300), me));
  for (const other of [{ user_id: 'other' }, { device: 'a recording of its own' }]) {
    assert.ok(said.fresh(heard('Good morning everybody.'), { ...myOther, ...other }));
  }
  // Two talks share one word by coincidence.
  assert.equal(said.fresh(heard('The good weather stays.', -400), myOther)?.words.length, 4);
});

test('common words that another device hears in different speech are kept', () => {
  const said = new SaidWords();
  assert.ok(said.fresh(heard('I am a pilot and I fly in a plane.'), me));
  const nurse = 'I work as a nurse and live in a village.';
  assert.equal(said.fresh(heard(nurse), myOther)?.text, nurse);
});

test('when devices cut sound differently, the known part is stored once', () => {
  const said = new SaidWords();
  assert.ok(said.fresh(heard('the train leaves at seven'), me));
  const longer = heard('the train leaves at seven and arrives in Braga in the evening');
  assert.equal(said.fresh(longer, myOther)?.text, 'and arrives in Braga in the evening');
});

test('second 0 is remembered for the last thousand conversations', () => {
  const said = new SaidWords();
  assert.deepEqual([said.secondZero('0', 5), said.secondZero('0', 9)], [5, 5]);
  for (let n = 1; n < 1_000; n += 1) said.secondZero(String(n), n);
  assert.equal(said.secondZero('0', 9), 5);
  said.secondZero('1000', 1);
  assert.equal(said.secondZero('0', 9), 9);
  assert.equal(said.secondZero('2', 9), 2);
});

test('the other open sessions of a recorder learn what one of them adds', () => {
  const said = new SaidWords();
  const told: string[] = [];
  const session = (name: string) => ({
    elsewhere: (words: Heard, id: string) => void told.push(`${name} ${words.text} ${id}`),
  });
  const [one, other, stranger] = [session('one'), session('other'), session('stranger')];
  const of = (by: typeof one, device = 'phone') => ({ user_id: 'u', device, by });
  said.join(of(one));
  const leave = said.join(of(other));
  said.join(of(stranger, 'pendant'));
  said.tell(heard('hello'), 'a', of(one));
  leave();
  said.tell(heard('hello'), 'a', of(one));
  said.tell(heard('back'), 'b', of(other));
  assert.deepEqual(told, ['other hello a', 'one back b']);
});

test('a word is matched with the nearest of equal words', () => {
  const [first, second] = [heard('no', 100), heard('no', 1_050)];
  const both = { ...first, words: [...first.words, ...second.words] };
  assert.equal(withoutSaid(both, [...saidOf('no', 0), ...saidOf('no', 900)]), null);
  // When two words are equally near, the first one matches, because the second may be a later word.
  const late = { ...first, words: [...heard('no', 1_000).words, ...heard('no', 1_100).words] };
  assert.equal(withoutSaid(late, [...saidOf('no', 0), ...saidOf('no', 2_000)]), null);
});

test('words belong to a span with their middle, give or take three tenths of a second', () => {
  const whole = heard('one two three four', 10_000);
  const kept = (...spans: [from: number, until: number][]) =>
    withinSpans(
      whole,
      spans.map(([from, until]) => ({ from, until })),
    );
  // The middles of the words are at 10,200, 10,600, 11,000 and 11,400 ms.
  assert.equal(kept([10_500, 11_100]), whole);
  const middle = kept([10_900, 10_700])!;
  assert.deepEqual([middle.text, middle.start, middle.end], ['two three', 10_400, 11_200]);
  assert.equal(kept([10_501, 11_099])?.text, 'two three');
  assert.equal(kept([0, 9_900], [11_700, 12_000])?.text, 'one four');
  assert.equal(kept([0, 9_899]), null);
});

test('words are remembered for two minutes', () => {
  const late = (ms: number) => {
    const said = new SaidWords();
    said.fresh(heard('Good morning everybody.'), me);
    // The other device was slow. The words of this device end later, but were spoken at the same
    // time.
    return said.fresh({ ...heard('Good morning everybody.'), end: ms }, myOther);
  };
  assert.equal(late(119_999), null);
  // Two minutes after the word "good", only that word is forgotten.
  assert.equal(late(120_000)?.text, 'Good');
  assert.ok(late(121_000));
});

test('two recognitions of a word count as one if they differ by at most a second', () => {
  const known = (ms: number) => withoutSaid(heard('Boston', ms), saidOf('Boston')) === null;
  assert.deepEqual(
    [known(1_000), known(1_001), known(-1_000), known(-1_001)],
    [true, false, true, false],
  );
});

test('in a mostly new utterance, known words are removed only at an edge in runs of three', () => {
  const said = (other: string, at = 0) => {
    const words = new SaidWords();
    words.fresh(heard(other, at), myOther);
    return words.fresh(heard('one two three four five six seven'), me)?.text;
  };
  const whole = 'one two three four five six seven';
  assert.equal(said('one two three'), 'four five six seven');
  assert.equal(said('one two'), whole);
  assert.equal(said('five six seven', 4 * STEP_MS), 'one two three four');
  assert.equal(said('six seven', 5 * STEP_MS), whole);
  assert.equal(said('three four five', 2 * STEP_MS), whole);
  // Five of seven words are most of the utterance, so the words between them are removed too.
  assert.equal(said('one two x four five six', 0), 'seven');
});

test('when three fifths of an utterance are known, the words between them are known too', () => {
  const left = (text: string) =>
    withoutSaid(heard(text), saidOf('one x three y five'), { minRun: 3 });
  assert.equal(left('one two three four five'), null);
  assert.equal(left('one two three four five six')?.words.length, 6);
});
