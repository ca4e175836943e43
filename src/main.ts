#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { problemOfNode } from './operating/node-version.ts';
import { applyMemorySettings } from './operating/memory-settings.ts';

const wrong = problemOfNode(process.versions.node);
if (wrong) {
  process.stderr.write(`Commonplace cannot start: ${wrong.problem} ${wrong.cure}\n`);
  process.exit(1);
}
// Node 22 lacks this class, which the package for Node 22 needs; a clone runs on Node 24.
if (!('AsyncDisposableStack' in globalThis)) {
  await import('core-js/actual/async-disposable-stack/index.js');
}
if (existsSync('.env')) process.loadEnvFile('.env');
// The reader of the output, such as `head`, may end first.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
const words = process.argv.slice(2);
// This replaces the process, so nothing else is loaded before.
if (words[0] === 'serve') applyMemorySettings();
await (await import('./command-line.ts')).runCommandLine(words);
