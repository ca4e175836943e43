import { createInterface } from 'node:readline/promises';
import { text as readAll } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import type { Terminal } from './command.ts';

/** The terminal that the process was started in. */
export function openTerminal(): Terminal {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  return {
    environment: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
    error: (line) => void process.stderr.write(`${line}\n`),
    read: () => readAll(process.stdin),
    ask,
    signal: stop.signal,
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  };
}

/** Reads a pipe line by line. A person is asked each question separately. */
let piped: Promise<string[]> | undefined;

async function ask(question: string, secret = false): Promise<string> {
  if (!process.stdin.isTTY) {
    piped ??= readAll(process.stdin).then((all) => all.split('\n'));
    return ((await piped).shift() ?? '').trim();
  }
  // Hides the typed characters by discarding the terminal's echo.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: secret ? nowhere : process.stderr,
    terminal: true,
  });
  process.stderr.write(question);
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
    if (secret) process.stderr.write('\n');
  }
}
