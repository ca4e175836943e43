import { createInterface } from 'node:readline/promises';
import { text as readAll } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import type { Shell } from './command.ts';

/** The terminal that the process was started in. */
export function openTerminal(): Shell {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  return {
    environment: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
    error: (line) => void process.stderr.write(`${line}\n`),
    read: () => readAll(process.stdin),
    ask,
    signal: stop.signal,
  };
}

async function ask(question: string, secret = false): Promise<string> {
  process.stderr.write(question);
  // What is typed is not shown: the echo goes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: secret ? nowhere : process.stderr,
    terminal: process.stdin.isTTY === true,
  });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    if (secret) process.stderr.write('\n');
  }
}
