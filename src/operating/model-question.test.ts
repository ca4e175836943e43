import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Library } from '../engines/models/library.ts';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { askForModels } from './model-question.ts';

async function answered(answer: string | null, { offline = false } = {}) {
  const folder = temporaryFolder();
  const questions: string[] = [];
  const library = new Library({ folder, offline, environment: {} });
  const ask = async (question: string) => {
    questions.push(question);
    return answer;
  };
  const first = await askForModels(library, folder, ask);
  const second = await askForModels(library, folder, ask);
  removeFolder(folder);
  return { first, second, questions };
}

test('the question names sizes and licences, and is asked once', async () => {
  const { first, second, questions } = await answered(' B\n');
  const [question] = questions;
  assert.equal(questions.length, 1);
  assert.match(question!, /h {2}hear better: \d+ MB, licences CC-BY-SA-4\.0/);
  assert.match(question!, /b {2}hear and understand better: 3\.\d GB, licences .*Apache-2\.0/);
  assert.deepEqual(first.slice(0, 2), ['en-small-stream', 'qwen3-4b']);
  assert.deepEqual(second, []);
});

test('only a clear answer fetches anything', async () => {
  assert.deepEqual((await answered('h')).first, ['en-small-stream']);
  for (const answer of ['', 'n', 'yes', 'what?']) {
    assert.deepEqual((await answered(answer)).first, [], answer);
  }
});

test('a service that stops before the answer asks again', async () => {
  const { first, questions } = await answered(null);
  assert.deepEqual([first, questions.length], [[], 2]);
});

test('nobody is asked when downloads are forbidden', async () => {
  assert.deepEqual(await answered('b', { offline: true }), {
    first: [],
    second: [],
    questions: [],
  });
});
