// Long: it starts services as processes.
/** The questions that commands ask at a terminal. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../testing/quick-node.ts';
import { copyTemplate, removeFolder } from '../testing/template.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const CTRL_C = '\u0003';
const requested = Promise.withResolvers<void>();
/** A mirror without models. */
const mirror = createServer((_request, response) => {
  requested.resolve();
  response.writeHead(404).end();
});
let folder: string;
before(async () => {
  folder = copyTemplate('owned');
  await once(mirror.listen(0, '127.0.0.1'), 'listening');
});
after(() => {
  mirror.close();
  removeFolder(folder);
});

/** Runs a command at a terminal, which `script` makes, and types each answer after its question. */
async function atTerminal(
  words: string,
  answers: readonly (readonly [RegExp, string | Promise<string>])[],
) {
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
        SVC_MODELS_MIRROR: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`,
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
    void Promise.resolve(next[1]).then((answer) => child.stdin.write(answer));
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

test('Ctrl-C at the question of the service stops the service', async () => {
  const { code, output } = await atTerminal('serve', [[/hear better/, CTRL_C]]);
  assert.equal(code, 0, output);
  assert.match(output, /Stopping …/);
  assert.doesNotMatch(output, /Fetching/);
});

test('the service fetches the models that the answer chooses', async () => {
  const { code, output } = await atTerminal('serve', [
    [/hear better/, 'h\n'],
    [/Fetching/, requested.promise.then(() => CTRL_C)],
  ]);
  assert.equal(code, 0, output);
  assert.match(output, /Fetching en-small-stream in the background\./);
});

test('a model is fetched only after the licence was accepted', async () => {
  const answered = (answer: string) =>
    atTerminal('models pull en-tiny-utt', [[/accept the licence \(MIT\)\? \[y\/N\]/, answer]]);
  const refused = await answered('n\n');
  assert.equal(refused.code, 1);
  assert.match(refused.output, /No model was fetched\./);
  const accepted = await answered('Yes\n');
  assert.equal(accepted.code, 1);
  assert.doesNotMatch(accepted.output, /No model was fetched\./);
});
