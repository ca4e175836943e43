import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ApiError, createClient, Unreachable } from '../../client/src/index.ts';
import { COMMANDS } from './commands.ts';
import { Interrupted, NothingHeard, Usage } from './command.ts';
import type { Command, Terminal } from './command.ts';
import { readClientSettings } from './settings.ts';

/** The exit codes, by which scripts distinguish failures. */
export const EXIT = { ok: 0, usage: 1, auth: 2, server: 3, rateLimited: 4, notFound: 5 } as const;

export const CLIENT_VERBS = [...new Set(COMMANDS.map(({ words }) => words[0]!))];

/** Runs one client command and returns its exit code. */
export async function runCli(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const command = find(words);
    if (words.includes('--help')) return say(terminal, helpOf(command));
    const { values, positionals } = parse(command, words.slice(command.words.length));
    const settings = readClientSettings(terminal.environment);
    const input = inputOf(command, positionals, values);
    const { baseUrl } = settings;
    if (!URL.canParse(baseUrl)) {
      throw new Usage(
        `SVC_API_BASE_URL is not a valid address: ${baseUrl}. Use one such as http://127.0.0.1:8080.`,
      );
    }
    const clientOf = (token = '') => createClient({ baseUrl, token, wait: waitAloud(terminal) });
    const client = clientOf(settings.key ?? settings.session);
    const session = clientOf(settings.session ?? settings.key);
    const { answer, text } = await command.run({ client, session, settings, terminal }, input);
    return say(terminal, values['json'] ? JSON.stringify(answer, null, 2) : text());
  } catch (error) {
    const { code, message } = explain(error);
    terminal.error(message);
    return code;
  }
}

/** Returns the list of all commands, one per line. */
export function clientHelp(): string {
  return COMMANDS.map((command) => `  ${usage(command).padEnd(58)} ${command.summary}`).join('\n');
}

function find(words: readonly string[]): Command {
  const found = COMMANDS.find((command) => command.words.every((word, at) => words[at] === word));
  if (found) return found;
  const family = COMMANDS.filter((command) => command.words[0] === words[0]);
  throw new Usage(
    `Usage:\n${family.map((command) => `  commonplace ${usage(command)}`).join('\n')}`,
  );
}

function parse(command: Command, words: string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { kind }]) => [
      name,
      { type: kind === 'flag' ? 'boolean' : 'string', multiple: kind === 'list' } as const,
    ]),
  );
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { ...options, json: { type: 'boolean' } },
    });
  } catch (error) {
    throw new Usage(`${(error as Error).message}\n${helpOf(command)}`);
  }
}

function inputOf(
  command: Command,
  positionals: readonly string[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  const { places } = command;
  if (positionals.length < places.length || (places.length === 0 && positionals.length > 0)) {
    throw new Usage(helpOf(command));
  }
  // The last positional takes all remaining words. Sentences need no quotes.
  const given = places.map((_, at) =>
    at === places.length - 1 ? positionals.slice(at).join(' ') : positionals[at],
  );
  const input: Record<string, unknown> = Object.fromEntries(
    places.map((place, at) => [place, given[at]]),
  );
  for (const [name, { kind, field = name }] of Object.entries(command.options)) {
    const value = values[name];
    if (value !== undefined)
      input[field] = kind === 'number' ? asNumber(name, String(value)) : value;
  }
  return input;
}

function asNumber(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new Usage(`--${name} must be a number.`);
  return number;
}

function usage({ words, places, options }: Command): string {
  const shown = Object.keys(options).map((name) => `[--${name}]`);
  return [...words, ...places.map((place) => place.toUpperCase()), ...shown].join(' ');
}

function helpOf(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { kind, doc }]) => `  --${name}${kind === 'flag' ? '' : ' …'}  ${doc}`,
  );
  return [
    `Usage: commonplace ${usage(command)}`,
    command.summary,
    ...options,
    '  --json  as JSON',
  ].join('\n');
}

function say(terminal: Terminal, text: string): number {
  if (text !== '') terminal.print(text);
  return EXIT.ok;
}

/** Prints that the command is waiting, so that it does not seem to hang. */
function waitAloud(terminal: Terminal): (seconds: number) => Promise<void> {
  return async (seconds) => {
    if (seconds >= 2) terminal.error(`Waiting ${Math.ceil(seconds)} s, as the service asks …`);
    await wait(seconds * 1000, undefined, { signal: terminal.signal });
  };
}

function explain(error: unknown): { code: number; message: string } {
  if (error instanceof Usage) return { code: EXIT.usage, message: error.message };
  if (error instanceof Unreachable || error instanceof Interrupted) {
    return { code: EXIT.server, message: error.message };
  }
  if (error instanceof NothingHeard) return { code: EXIT.notFound, message: error.message };
  if (!(error instanceof ApiError)) throw error;
  const { status, message } = error;
  if (status === 403) return { code: EXIT.auth, message };
  if (status === 401) {
    // A wrong password is not a missing key, so it gets no hint about keys.
    const hint = /password/i.test(message)
      ? ''
      : '\nSet SVC_API_KEY, or run: commonplace auth login';
    return { code: EXIT.auth, message: message + hint };
  }
  if (status === 404) return { code: EXIT.notFound, message };
  if (status === 429) return { code: EXIT.rateLimited, message };
  return { code: status >= 500 ? EXIT.server : EXIT.usage, message };
}
