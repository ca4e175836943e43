// Long: it starts services as processes.
/** The questions that commands ask at a terminal. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../testing/quick-node.ts';
import { freePort } from '../testing/servers/free-port.ts';
import { copyTemplate, removeFolder } from '../testing/template.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const CTRL_C = '\u0003';
/** No download succeeds. */
let SVC_MODELS_MIRROR: string;
let folder: string;
before(async () => {
  folder = copyTemplate('owned');
  SVC_MODELS_MIRROR = `http://127.0.0.1:${await freePort()}`;
});
after(() => removeFolder(folder));

/** Runs a command at a terminal, which `script` makes, and types each answer after its question. */
async function atTerminal(words: string, answers: readonly (readonly [RegExp, string])[]) {
  const child = spawn(
    'script',
    ['-qefc', `exec ${process.execPath} ${MAIN} ${words}`, '/dev/null'],
    {
      env: {
        ...compileCache(),
        PATH: process.env['PATH'],
        PORT: '0',
        SVC_DATA_DIR: folder,
        SVC_RECOGNISER: 'none',
        SVC_MODELS_MIRROR,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  let output = '';
  const waiting = [...answers];
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const [next] = waiting;
    if (!next?.[0].test(output)) return;
    waiting.shift();
    child.stdin.write(next[1]);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

test('a model is fetched only after the licence was accepted', async () => {
  const answered = (answer: string) =>
    atTerminal('models pull en-tiny-utt', [[/accept the licence \(MIT\)\? \[y\/N\]/, answer]]);
  const refused = await answered('n\n');
  assert.equal(refused.code, 1);
  assert.match(refused.output, /No model was fetched\./);
  const accepted = await answered('Yes\n');
  assert.equal(accepted.code, 1);
  assert.doesNotMatch(accepted.output, /No model was fetched\./);
  assert.match(accepted.output, /127\.0\.0\.1/);
});

test('Ctrl-C at the question of the service stops the service', async () => {
  const { code, output } = await atTerminal('serve', [[/hear better/, CTRL_C]]);
  assert.equal(code, 0, output);
  assert.match(output, /Stopping …/);
  assert.doesNotMatch(output, /Fetching/);
});

test('the service fetches the models that the answer chooses', async () => {
  const { code, output } = await atTerminal('serve', [
    [/hear better/, 'h\n'],
    [/Fetching/, CTRL_C],
  ]);
  assert.equal(code, 0, output);
  assert.match(output, /Fetching en-small-stream, speaker in the background\./);
});
