import type { Client } from '../../client/src/index.ts';
import type { Table } from './table.ts';
import type { ClientSettings } from './settings.ts';

/** The command line is wrong. The message shows the correct usage. */
export class Usage extends Error {}

/** A live session ended early. The message tells which data was stored. */
export class CommandInterrupted extends Error {}

/** The recording contained no words. */
export class NothingHeard extends Error {}

/** The parts of the terminal that a command may use. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  print(text: string): void;
  error(text: string): void;
  /** Reads all of standard input. */
  read(): Promise<string>;
  /** Asks a person; hides the typed text when `secret` is set. */
  ask(question: string, secret?: boolean): Promise<string>;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** The width of the screen; undefined when the output is a file or a pipe. */
  columns?: number | undefined;
}

export interface CommandContext {
  /** Uses the developer key. */
  client: Client;
  /** Uses the signed-in session. */
  session: Client;
  settings: ClientSettings;
  terminal: Terminal;
  /** Formats a time in the user's time zone. */
  when: When;
}

export type When = (time: string) => string;

export interface Option {
  kind: 'text' | 'number' | 'count' | 'flag' | 'truth' | 'list';
  doc: string;
  /** The largest count that the service gives. */
  max?: number;
  /** The input field that the option sets; the default is the option's name. */
  field?: string;
  /**
   * `Words` exists only as a type: the values that the service accepts. The service itself refuses
   * any other value.
   */
  words?: string;
}

type ValueOf<O extends Option> = O extends { kind: 'text'; words?: infer Words extends string }
  ? Words
  : {
      text: string;
      number: number;
      count: number;
      flag: boolean;
      truth: boolean;
      list: string[];
    }[O['kind']];

type FieldOf<Name, O extends Option> = O extends { field: infer Field extends string }
  ? Field
  : Name;

type Options = Readonly<Record<string, Option>>;

/** The input of `run`: the positionals, and the options that were given. */
type Input<Place extends string, O extends Options> = Record<Place, string> & {
  [Name in keyof O as FieldOf<Name, O[Name]> & string]?: ValueOf<O[Name]>;
};

export interface Command {
  /** The words of the command, such as `['memory', 'add']`. */
  words: readonly string[];
  summary: string;
  /** The fields that are given by position. The last one takes all remaining words. */
  places: readonly string[];
  options: Options;
  run(context: CommandContext, input: Readonly<Record<string, unknown>>): Promise<Shown>;
}

/** An answer and its printed text. */
interface Shown {
  answer: unknown;
  text(): string | Table;
}

/**
 * Defines a command. The positionals and options give the input type of `run`, and `show` prints
 * the answer of `run`.
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
  show(answer: Answer, when: When): string | Table;
}): Command {
  return {
    words: words.split(' '),
    summary,
    places,
    options: options ?? {},
    async run(context, input) {
      // The cast is safe, because the parser used the same positionals and options.
      const answer = await run(context, input as Input<Place, O>);
      return { answer, text: () => show(answer, context.when) };
    },
  };
}
