/** Tests the socket for the operator's commands, from both sides. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { StartError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { soon } from '../../testing/eventually.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { askService, openControlSocket } from './control-socket.ts';

const parent = temporaryFolder();
after(() => removeFolder(parent));
/** What the operator reads in the log. */
const logged: string[] = [];
const note = (fields: object, message: string) => {
  const { err } = fields as { err: Error };
  logged.push(`${message}: ${err.message}`);
};
const log = { ...silentLog, warn: note, error: note };

function newFolder(name: string = crypto.randomUUID()): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  return folder;
}

const open = (folder: string, run: (words: readonly string[]) => Promise<string[]>) =>
  openControlSocket({ folder, run, log });
const ask = (folder: string, ...words: string[]) => soon('the answer', askService(folder, words));

test('the service answers a command with lines', async () => {
  const folder = newFolder();
  await using _socket = await open(folder, async (words) => ['You said:', ...words]);
  assert.deepEqual(await ask(folder, 'account', 'list'), ['You said:', 'account', 'list']);
  assert.deepEqual(await ask(folder), ['You said:'], 'and the next command');
});

test('a refused command tells the reason, and a defect is told only to the log', async () => {
  const folder = newFolder();
  logged.length = 0;
  await using _socket = await open(folder, async ([word]) => {
    throw word === 'refused' ? new StartError('There is no account.') : new Error('a secret');
  });
  await assert.rejects(ask(folder, 'refused'), new StartError('There is no account.'));
  assert.deepEqual(logged, []);
  const failed = new StartError('The command failed. See the log for details.');
  await assert.rejects(ask(folder, 'broken'), failed);
  assert.deepEqual(logged, ['a command of the operator: a secret']);
  // Another program may send something else.
  const stranger = createConnection(join(folder, 'control.socket'));
  stranger.write('no command\n');
  assert.match(await soon('the answer', text(stranger)), /"isRefused":true/);
});

test('only the user of the service may connect, and the file of a killed process is no obstacle', async () => {
  const folder = newFolder();
  const path = join(folder, 'control.socket');
  writeFileSync(path, '');
  chmodSync(path, 0o666);
  await using _socket = await open(folder, async () => ['here']);
  assert.deepEqual(await ask(folder), ['here']);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('without a service there is no answer, and a service that ends says so', async () => {
  const folder = newFolder();
  assert.equal(await ask(folder), null);
  const begun = Promise.withResolvers<void>();
  const socket = await open(folder, () => {
    begun.resolve();
    return new Promise(() => {});
  });
  const asked = ask(folder, 'wait');
  const refused = assert.rejects(asked, /The service ended before it answered/);
  await begun.promise;
  const idle = createConnection(join(folder, 'control.socket'));
  await once(idle, 'connect');
  await socket[Symbol.asyncDispose]();
  await refused;
  await soon('the end of an idle connection', once(idle, 'close'));
  assert.equal(await ask(folder), null);
  assert.ok(!existsSync(join(folder, 'control.socket')));
});

test('an operator who leaves before the answer harms nobody', async () => {
  const folder = newFolder();
  const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using _socket = await open(folder, async ([word]) => {
    if (word === 'next') return ['here'];
    begun.resolve();
    await left.promise;
    return ['too late'];
  });
  const leaving = createConnection(join(folder, 'control.socket'));
  leaving.write('["wait"]\n');
  await begun.promise;
  leaving.destroy();
  await once(leaving, 'close');
  left.resolve();
  assert.deepEqual(await ask(folder, 'next'), ['here']);
  assert.deepEqual(await ask(folder, 'next'), ['here']);
});

test('where sockets are impossible the service runs, and the log says what that means', async () => {
  logged.length = 0;
  const folder = newFolder('x'.repeat(120));
  await using _socket = await open(folder, async () => []);
  assert.match(logged[0]!, /^operator commands need the service to be stopped: /);
  assert.equal(await ask(folder), null);
});
