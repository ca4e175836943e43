// One database: it is about the text of a page.
/** Runs the commands of docs/start.md as a new user would. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readRecipes } from '../src/testing/docs/examples.ts';
import { DocRunner } from '../src/testing/docs/runner.ts';

const PAGE = new URL('../docs/start.md', import.meta.url);
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

test('the commands of the first ten minutes find the task, the facts and the answer', async () => {
  const steps = readRecipes(readFileSync(PAGE, 'utf8'));
  await using reader = await DocRunner.open();
  const run = async (title: string) => {
    const { blocks } = steps.find((step) => step.title === title)!;
    const named = `commonplace() { node "${MAIN}" "$@"; }\n`;
    return reader.run(blocks.map((block) => ({ ...block, code: named + block.code })));
  };
  const printed = await run('4. Use it from the terminal');
  for (const words of ['Bring the bread', 'Is allergic to peanuts', 'Works as a nurse']) {
    assert.ok(printed.includes(words), `${words} is not in\n${printed}`);
  }
  assert.match(await run('5. Ask'), /Is allergic to peanuts/);
});
