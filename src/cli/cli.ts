import { setTimeout as wait } from 'node:timers/promises';
import { CommanderError } from 'commander';
import { ApiError, createClient, Unreachable } from '../../client/src/index.ts';
import { COMMANDS } from './commands/all.ts';
import { CommandInterrupted, NothingHeard, Usage } from './command.ts';
import type { CommandContext, Terminal } from './command.ts';
import { buildProgram } from './program.ts';
import type { OperatorCommand } from './program.ts';
import { renderTable } from './table.ts';
import type { Table } from './table.ts';
import { timeWriterOf } from './times.ts';
import { readClientSettings } from './settings.ts';

/** The exit codes, by which scripts distinguish failures. */
export const EXIT = { ok: 0, usage: 1, auth: 2, server: 3, rateLimited: 4, notFound: 5 } as const;

/** Runs one command and returns its exit code. */
export async function runCli(
  words: readonly string[],
  terminal: Terminal,
  operators: readonly OperatorCommand[] = [],
): Promise<number> {
  const run: Parameters<typeof buildProgram>[0]['run'] = async (command, input, { json }) => {
    const context = contextOf(terminal);
    const { answer, text } = await command.run(context, input);
    say(terminal, json ? JSON.stringify(answer, null, 2) : text());
  };
  try {
    const program = buildProgram({ terminal, commands: COMMANDS, operators, run });
    await program.parseAsync([...words], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    // The parser has printed the help or the fault already.
    if (error instanceof CommanderError) return error.exitCode;
    const { code, message } = explain(error);
    terminal.error(message);
    return code;
  }
}

function contextOf(terminal: Terminal): CommandContext {
  const settings = readClientSettings(terminal.environment);
  const { baseUrl } = settings;
  if (!URL.canParse(baseUrl)) {
    throw new Usage(
      `SVC_API_BASE_URL is not a valid address: ${baseUrl}. Use one such as http://127.0.0.1:8080.`,
    );
  }
  const clientOf = (token = '') => createClient({ baseUrl, token, wait: waitAloud(terminal) });
  const client = clientOf(settings.key ?? settings.session);
  const session = clientOf(settings.session ?? settings.key);
  return { client, session, settings, terminal, when: timeWriterOf(settings.timezone) };
}

function say(terminal: Terminal, shown: string | Table): void {
  const text = typeof shown === 'string' ? shown : renderTable(shown, terminal.columns);
  if (text !== '') terminal.print(text);
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
  if (error instanceof Unreachable || error instanceof CommandInterrupted) {
    return { code: EXIT.server, message: error.message };
  }
  if (error instanceof NothingHeard) return { code: EXIT.notFound, message: error.message };
  if (!(error instanceof ApiError)) throw error;
  const { status, message } = error;
  if (status === 403) return { code: EXIT.auth, message };
  if (status === 401) {
    // A wrong password is not a missing key, so it gets no hint about keys.
    if (/password/i.test(message)) return { code: EXIT.auth, message };
    const reason = message.startsWith('Missing') ? 'You are not signed in.' : message;
    return {
      code: EXIT.auth,
      message: `${reason}\nSet SVC_API_KEY, or run: commonplace auth login`,
    };
  }
  if (status === 404) {
    const hint = message.endsWith('not found') ? '. Commands take the id that `list` prints.' : '';
    return { code: EXIT.notFound, message: message + hint };
  }
  if (status === 429) return { code: EXIT.rateLimited, message };
  return { code: status >= 500 ? EXIT.server : EXIT.usage, message };
}
