import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseFolder } from '../../training/talks.ts';
import { folderOf, HALVES } from './halves.ts';
import { scoreOf } from './score.ts';

const parsed = HALVES.map((half) => parseFolder(folderOf(half)));
const talks = parsed.flatMap((folder) => folder.talks);
const problems = parsed.flatMap((folder) => folder.problems);
const QUESTIONS = 4;

describe('the talks for measuring', () => {
  it('can be read', () => assert.deepEqual(problems, []));

  it('have a name of their own', () => {
    assert.equal(new Set(talks.map(({ slug }) => slug)).size, talks.length);
  });
});

for (const talk of talks) {
  describe(talk.slug, () => {
    it('has turns in order, and its user speaks', () => {
      assert.deepEqual(
        talk.turns.map(({ number }) => number),
        talk.turns.map((_, index) => index + 1),
      );
      const speakers = talk.turns.map(({ speaker }) => speaker);
      assert.ok(talk.user === null || speakers.includes(talk.user));
      for (const { who, what } of talk.tasks) {
        for (const name of who) assert.ok(speakers.includes(name), `${name}: ${what}`);
      }
    });

    it('has gold that quotes its lines', () => {
      for (const { turns, span } of [...talk.tasks, ...talk.events, ...talk.facts]) {
        const texts = turns.map((number) => talk.turns[number - 1]?.text ?? '');
        assert.ok(texts.every(Boolean), `${turns}: no such turn`);
        assert.ok(
          texts.some((text) => text.includes(span)),
          `"${span}" is not in the turns ${turns}`,
        );
      }
    });

    it('has no day before it was said', () => {
      for (const { due } of talk.tasks) assert.ok(due === null || due >= talk.when.slice(0, 10));
      for (const { start } of talk.events) assert.ok(start >= talk.when.slice(0, 10), start);
    });

    it('has at least four questions, one of them without an answer', () => {
      assert.ok(talk.questions.length >= QUESTIONS);
      assert.ok(talk.questions.some(({ answers }) => answers.length === 0));
    });

    it('gets full marks for its own gold, and none for nothing', () => {
      const perfect = scoreOf(talk, {
        category: talk.category,
        tasks: talk.tasks.map(({ what, due }) => ({ text: what, due })),
        events: talk.events.map(({ what, start }) => ({ text: what, start })),
        memories: talk.facts.map(({ value }) => value),
        answers: talk.questions.map(
          ({ answers }) => answers[0]?.replace('. ', ', ') ?? 'I found nothing about that.',
        ),
      });
      const nothing = scoreOf(talk, {
        category: '',
        tasks: [],
        events: [],
        memories: [],
        answers: talk.questions.map(() => 'Xyzzy.'),
      });
      for (const [figure, [count, of]] of Object.entries(perfect)) {
        const expected = /made up|refused/.test(figure) ? 0 : of;
        // Of two facts with nearly the same words, one may be paired with the other.
        const spared = figure.includes('facts') ? 1 : 0;
        assert.ok(Math.abs(count - expected) <= spared, `${figure}: ${count} of ${of}`);
      }
      for (const [figure, [count]] of Object.entries(nothing)) assert.equal(count, 0, figure);
    });
  });
}
