import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { problemsIn } from './problems.ts';
import { parseTalks, readTalks } from './talks.ts';

const TALK = `=== plumber-and-sunday
when: 2026-03-12T18:20+01:00
language: en
condition: clean
setting: two flatmates in a kitchen, Leeds
user: Mia
category: family
1 Mia: Could you ring the plumber before Friday? {ask}
2 Jo: Sure. {accept 1}
3 Mia: And let's have Dad over on Sunday at two. {propose}
4 Jo: Sounds good, I've nothing on. {accept 3}
5 Mia: Oh, and I started at the bakery, three weeks now. {inform}
task 1 2 | Jo | Ring the plumber | due 2026-03-13 | "ring the plumber before Friday"
event 3 4 | Have Dad over | start 2026-03-15T14:00 | with Dad | "have Dad over on Sunday at two"
fact 5 | user | employer | works at a bakery | since 2026-02 | "I started at the bakery"
title: Dad comes on Sunday; the plumber is to be rung
about: Jo rings the plumber before Friday. Dad comes on Sunday at two.
`;

/** Returns the problems of the talk after one change of its text. */
function messagesAfter(from: string, to: string): string[] {
  assert.ok(TALK.includes(from), `the talk contains ${from}`);
  return messagesOf(TALK.replace(from, to));
}

function messagesOf(text: string): string[] {
  const { talks, problems } = parseTalks(text, 'batch');
  return [...problems, ...problemsIn(talks)].map(({ line, message }) => `${line}: ${message}`);
}

describe('a talk', () => {
  it('is read with its turns, acts and gold', () => {
    const [talk] = parseTalks(TALK, 'batch').talks;
    assert.deepEqual(talk!.turns[3]!.acts, [{ kind: 'accept', of: 3 }]);
    assert.deepEqual(talk!.events[0]!.with, ['Dad']);
    assert.equal(talk!.facts[0]!.since, '2026-02');
    assert.deepEqual(messagesOf(TALK), []);
  });

  const WRONG: [name: string, from: string, to: string, message: RegExp][] = [
    ['an unknown act', '{ask}', '{beg}', /^8: .*not an act/],
    ['an answer to a missing turn', 'accept 1', 'accept 9', /^9: .*no such turn/],
    ['an answer to a later turn', 'accept 1', 'accept 3', /^9: .*not earlier/],
    ['an answer to a turn that asks nothing', 'accept 3', 'accept 2', /^11: .*no act to accept/],
    ['an answer without its turn', 'accept 1', 'accept', /^9: .*needs the number/],
    ['an answer to itself', 'accept 1', 'accept 2', /^9: .*not earlier/],
    ['a request that answers', '{ask}', '{ask 1}', /^8: ask takes no number/],
    ['gold of a missing turn', 'fact 5', 'fact 5 8', /^15: There is no turn 8/],
    ['gold without a span', ' | "I started at the bakery"', '', /^15: does not end with a span/],
    ['a period that is none', 'since 2026-02', 'from 2026-02', /^15: says "from 2026-02"/],
    ['a fact in a turn that tells nothing', ' {inform}', ' {ask}', /^15: The turns of this fact/],
    ['a subject that is nobody', 'user: Mia', 'user: -', /^15: The talk has no user/],
    ['gold without an about', 'about: Jo', '# Jo', /^1: .*needs a title/],
    ['a span that nobody says', '"I started at', '"I begin at', /^15: No named turn/],
    ['a day that does not exist', 'due 2026-03-13', 'due 2026-02-30', /^13: .*exists/],
    ['a month that does not exist', 'since 2026-02', 'since 2026-13', /^15: since/],
    ['a task that was due before the talk', 'due 2026-03-13', 'due 2026-03-06', /^13: .*before/],
    ['an event on another weekday', 'start 2026-03-15', 'start 2026-03-16', /^14: .*weekday/],
    ['a turn out of order', '5 Mia', '6 Mia', /^12: Turn 6 is out of order/],
    ['a relation that is not listed', '| employer |', '| boss |', /^15: relation/],
    ['a category that is not listed', 'category: family', 'category: kin', /^1: category/],
    ['a task of somebody who is silent', '| Jo | Ring', '| Al | Ring', /^13: Al has a task/],
    ['a task in turns that bind nobody', 'task 1 2', 'task 5', /^13: /],
    ['the name of the user as a subject', '| user | emp', '| Mia | emp', /^15: Write "user"/],
    ['a user who is silent', 'user: Mia', 'user: Al', /^1: The user Al/],
    ['capitals in recognised speech', 'clean', 'recognised', /^8: Recognised/],
    ['two speakers who dictate', 'clean', 'dictated', /^1: A dictated/],
    ['gold without a title', 'title: Dad comes', 'title: -\n# Dad comes', /^1: .*needs a title/],
    ['a line that is nothing', 'title: Dad', 'Dad', /^16: cannot be read/],
  ];
  for (const [name, from, to, message] of WRONG) {
    it(`is refused with ${name}`, () => {
      assert.match(messagesAfter(from, to).join('\n'), new RegExp(message, 'm'));
    });
  }

  it('is not checked further when a line cannot be read', () => {
    assert.equal(messagesAfter('title: Dad', 'Dad').length, 1);
  });

  it('may name one of several weekdays in its span, and weekdays of other languages', () => {
    const german = TALK.replaceAll('Sunday', 'Sonntag');
    assert.deepEqual(messagesOf(german), []);
    assert.match(messagesOf(TALK.replaceAll('Sunday', 'miércoles'))[0]!, /weekday/);
  });
});

describe('the talks together', () => {
  const other = (text: string) => text.replace('=== plumber-and-sunday', '=== other');

  it('have different slugs', () => {
    assert.match(messagesOf(`${TALK}\n${TALK}`)[0]!, /^19: The slug .* is also in batch/);
  });

  it('do not share a sentence of more than six words', () => {
    const messages = messagesOf(`${TALK}\n${other(TALK)}`);
    assert.equal(messages.length, 3);
    assert.match(messages[1]!, /^28: "and let's have dad over on sunday at two" is also in/);
  });

  it('do not use a name too often', () => {
    const many = Array.from({ length: 4 }, (_, index) =>
      TALK.replace('=== plumber', `=== ${'x'.repeat(index)}plumber`).replace('Mia:', 'Zoe:'),
    );
    assert.ok(messagesOf(many.join('\n')).some((line) => line.includes('Jo is in 4 talks')));
    assert.ok(!messagesOf(many.join('\n')).some((line) => line.includes('Dad is in')));
    assert.ok(!messagesOf(many.slice(1).join('\n')).some((line) => line.includes('is in 3')));
  });

  it('of this project are right', () => {
    assert.deepEqual(problemsIn(readTalks()), []);
  });
});
