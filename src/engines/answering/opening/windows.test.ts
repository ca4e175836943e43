import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowsAbout, type EvidenceTalk } from './windows.ts';

const talk = (id: string, ...texts: string[]): EvidenceTalk => ({
  id,
  title: '',
  overview: '',
  at: new Date(0),
  quotes: [],
  spoken: texts.map((text) => ({ speaker: 'Ana', isUser: false, text })),
});
const words = (count: number, word = 'tea') => Array(count).fill(word).join(' ');
const textsOf = async (question: string, talks: EvidenceTalk[], most = 12) =>
  (await windowsAbout(question, talks, most)).map(({ turns }) => turns.map(({ text }) => text));

test('passages have at most a hundred words, and overlap', async () => {
  const numbered = Array.from({ length: 8 }, (_, at) => `${at} ${words(29)}`);
  const found = await textsOf('tea', [talk('long', ...numbered)]);
  const places = found.map((texts) => texts.map((text) => text[0]).join(''));
  assert.deepEqual(places.toSorted(), ['012', '234', '456', '67']);
});

test('a turn without an end is cut, behind a sentence where there is one', async () => {
  const [found] = await textsOf('x', [talk('one', `${words(30)}. ${words(60)}`)]);
  assert.deepEqual(
    found!.map((text) => text.split(' ').length),
    [30, 50, 10],
  );
});

test('passages with the rare words of the question come first, also inflected ones', async () => {
  const tea = talk('tea', words(90), `${words(80)} Laternen`);
  const found = await textsOf('Wo ist die Laterne mit dem tea?', [tea, talk('other', 'Hello.')]);
  assert.match(found[0]!.join(' '), /Laternen/);
  assert.equal((await textsOf('tea', [tea, tea, tea], 2)).length, 2);
});

test('of passages without these words, those come first that the search found', async () => {
  const quoted = { ...talk('b', 'I rang.'), quotes: [{ speaker: 'Ana', text: 'I rang.' }] };
  const found = await textsOf('Who telephoned?', [talk('a', 'Hello.'), quoted]);
  assert.deepEqual(found, [['I rang.'], ['Hello.']]);
});
