import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsJoinedIn } from './joined-facts.ts';

const CUT = [
  'I moved to Porto | and | I quit my job',
  'I live in Porto | , and | my sister is a nurse',
  'I love jazz | and | I play the piano',
  "I'm vegetarian | and | I have asthma",
  'My mother lives in Faro | and | my father works at a bank',
  'I live in Porto with my wife | and | my daughter Clara is six years old',
  'I live with my wife and my two sons | and | I work as a nurse',
  'I live in Porto | and | I work as a nurse | and | I have two cats',
];

const WHOLE = {
  'the first part is no statement': [
    'My sister and I live in Porto',
    'My wife and my daughter live in Porto',
    'I live with my wife and my two sons',
    'I play the piano and sing in a choir',
  ],
  'the second part needs the first': [
    'I like coffee and I drink it black',
    'I love jazz and I love it loud',
    'I grew up in Porto and my brother lives there',
    'I work as a nurse and my sister works there too',
    'I have two dogs and I walk them every day',
  ],
  'a word before both binds them': [
    'I live in Porto if it rains and I work as a nurse',
    'I live in Porto when it rains and I work as a nurse',
    'I think I live in Porto and I work as a nurse',
    'I would love to live in Porto and I work as a nurse',
  ],
  'one part is no lasting fact': [
    'I have a dog and I am tired',
    'I quit my job and I bought bread',
    'I bought bread and I quit my job',
  ],
  'the subject is not the speaker': [
    'I live in Porto and you work as a nurse',
    'Her mother lives in Faro and I live in Porto',
  ],
  'a part is too short': ['I smoke and I live in Porto', 'I live in Porto and I smoke'],
};

for (const marked of CUT) {
  test(`facts are cut: ${marked}`, () => {
    const clause = marked.replaceAll(' | ', ' ').replaceAll(' ,', ',');
    assert.deepEqual(factsJoinedIn(clause), marked.split(/ \| ,? ?and \| /));
  });
}

for (const [reason, clauses] of Object.entries(WHOLE)) {
  test(`a clause stays whole, because ${reason}`, () => {
    for (const clause of clauses) assert.deepEqual(factsJoinedIn(clause), [clause]);
  });
}
