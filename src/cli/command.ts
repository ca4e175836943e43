import type { Client } from '../../client/src/index.ts';
import type { ClientSettings } from './settings.ts';

/** Called in a way that means nothing; the message says how to call it. */
export class Usage extends Error {}

/** A live session that ended before its time; the message says what is kept. */
export class Interrupted extends Error {}

/** A recording without words. */
export class NothingHeard extends Error {}

/** What a command may touch of the terminal it runs in. */
export interface Shell {
  environment: NodeJS.ProcessEnv;
  print(text: string): void;
  error(text: string): void;
  /** Everything on standard input. */
  read(): Promise<string>;
  /** Asks a person; without an echo for secrets. */
  ask(question: string, secret?: boolean): Promise<string>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export interface Scene {
  /** With the developer key. */
  client: Client;
  /** With the signed-in session. */
  session: Client;
  settings: ClientSettings;
  shell: Shell;
}

export interface Option {
  kind: 'text' | 'number' | 'flag' | 'list';
  doc: string;
  /** The field of the input; the name of the option when absent. */
  field?: string;
}

export interface Command {
  /** `['memory', 'add']` */
  words: readonly string[];
  summary: string;
  /** Fields that are given by their place; the last takes all words that are left. */
  places: readonly string[];
  options: Readonly<Record<string, Option>>;
  run(scene: Scene, input: Record<string, unknown>): Promise<unknown>;
  /** The answer for a person. */
  show(answer: never): string;
}

/** A command, with the answer typed from `run` to `show`. */
export function command<Answer>({
  places = [],
  options = {},
  show = () => '',
  words,
  ...rest
}: {
  words: string;
  summary: string;
  places?: readonly string[];
  options?: Command['options'];
  run(scene: Scene, input: Record<string, unknown>): Promise<Answer>;
  show?(answer: NonNullable<Answer>): string;
}): Command {
  return { words: words.split(' '), places, options, show, ...rest };
}
