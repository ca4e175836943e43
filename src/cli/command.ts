import type { Client } from '../../client/src/index.ts';
import type { ClientSettings } from './settings.ts';

/** Called in a way that means nothing; the message says how to call it. */
export class Usage extends Error {}

/** A live session that ended before its time; the message says what is kept. */
export class Interrupted extends Error {}

/** A recording without words. */
export class NothingHeard extends Error {}

/** The parts of the terminal that a command may use. */
export interface Terminal {
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

export interface CommandContext {
  /** With the developer key. */
  client: Client;
  /** With the signed-in session. */
  session: Client;
  settings: ClientSettings;
  terminal: Terminal;
}

export interface Option {
  kind: 'text' | 'number' | 'flag' | 'list';
  doc: string;
  /** The field of the input; the name of the option when absent. */
  field?: string;
  /** Only a type: the words that the service takes. It refuses others itself. */
  words?: string;
}

type ValueOf<O extends Option> = O extends { kind: 'text'; words?: infer Words extends string }
  ? Words
  : { text: string; number: number; flag: boolean; list: string[] }[O['kind']];

type FieldOf<Name, O extends Option> = O extends { field: infer Field extends string }
  ? Field
  : Name;

type Options = Readonly<Record<string, Option>>;

/** The input of `run`: the places, and the options that were given. */
type Input<Place extends string, O extends Options> = Record<Place, string> & {
  [Name in keyof O as FieldOf<Name, O[Name]> & string]?: ValueOf<O[Name]>;
};

export interface Command {
  /** `['memory', 'add']` */
  words: readonly string[];
  summary: string;
  /** Fields that are given by their place; the last takes all words that are left. */
  places: readonly string[];
  options: Options;
  run(context: CommandContext, input: Readonly<Record<string, unknown>>): Promise<Shown>;
}

/** An answer, and how a person reads it. */
interface Shown {
  answer: unknown;
  text(): string;
}

/**
 * A command, with its input typed by its places and options, and its answer from `run` to `show`.
 */
export function command<
  Answer,
  const Place extends string = never,
  const O extends Options = Record<never, Option>,
>({
  places = [],
  options,
  run,
  show,
  words,
  summary,
}: {
  words: string;
  summary: string;
  places?: readonly Place[];
  options?: O;
  run(context: CommandContext, input: Input<Place, O>): Promise<Answer>;
  show(answer: Answer): string;
}): Command {
  return {
    words: words.split(' '),
    summary,
    places,
    options: options ?? {},
    async run(context, input) {
      // The command line was parsed by the same places and options.
      const answer = await run(context, input as Input<Place, O>);
      return { answer, text: () => show(answer) };
    },
  };
}
