import assert from 'node:assert/strict';
import { test } from 'node:test';
import { introducedName } from './introduction.ts';

test('speakers who introduce themselves are recognised', () => {
  for (const [text, name] of [
    ["I'm Ana.", 'Ana'],
    ['Hi, I’m Ana, nice to meet you.', 'Ana'],
    ['Good morning everyone, I am Rui.', 'Rui'],
    ['Thanks for coming. I am Rui from the bank.', 'Rui'],
    ['My name is Ana Lima and I live in Porto.', 'Ana Lima'],
    ["Well, my name's Zoë.", 'Zoë'],
    ['Hello, this is Rui speaking.', 'Rui'],
    ["It's Ana here.", 'Ana'],
  ] as const) {
    assert.equal(introducedName(text), name, text);
  }
});

test('similar phrases are not introductions', () => {
  for (const text of [
    'I am Portuguese.',
    "I'm German, by the way.",
    "I'm Fine.",
    'I am God.',
    "I'm tired.",
    'I am Rui Costa’s brother.',
    'This is Ana, my sister.',
    'This is Porto.',
    'Her name is Ana.',
    'My name is not important.',
    'He said I am Rui.',
    'Do you think I am Monday?',
    "I'm Ana's brother.",
    "My name is Ana's secret.",
    'i am ana',
    '',
  ]) {
    assert.equal(introducedName(text), null, text);
  }
});
