/** The tree of all commands for the parser, which also writes the help and the suggestions. */
import { Command as Node, InvalidArgumentError, Option as Flag } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { COMPLETED_SHELLS, completionScript } from './completion.ts';
import type { Command, Terminal } from './command.ts';

const VERBS = 'Your data:';
const SELF = 'The command line itself:';
const OPERATORS = 'On the machine of the service:';

/** A command that an operator runs on the machine of the service. It reads its words itself. */
export interface OperatorCommand {
  name: string;
  usage: string;
  summary: string;
}

const FAMILIES: Record<string, string> = {
  'action-item': 'tasks',
  auth: 'sign in and out',
  calendar: 'the secret address of your calendar',
  chat: 'chats about your data',
  conversation: 'conversations',
  day: 'summaries of days',
  device: 'keys of devices',
  folder: 'folders of conversations',
  goal: 'goals',
  key: 'keys of programs and assistants',
  memory: 'facts about you',
  person: 'people you talk with',
  template: 'summary templates',
  training: 'examples that teach a reader',
  webhook: 'notifications to other services',
};

interface Tree {
  terminal: Terminal;
  commands: readonly Command[];
  operators: readonly OperatorCommand[];
  run(command: Command, input: Record<string, unknown>, options: { json?: boolean }): Promise<void>;
}

export function buildProgram({ terminal, commands, operators, run }: Tree): Node {
  const program = new Node('commonplace')
    .description('Your conversations, memories and tasks, from the command line.')
    .usage('<command>')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help for a command')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp({ sortSubcommands: true, helpWidth: terminal.columns ?? 100 })
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.error(text.trimEnd()),
    })
    .exitOverride();
  for (const { name, usage, summary } of operators) {
    program.command(name).usage(usage).summary(summary).description(summary).helpGroup(OPERATORS);
  }
  const families = new Map<string, Node>();
  for (const command of commands) {
    const [first, second] = command.words;
    const parent = second === undefined ? program : familyOf(program, families, first!);
    add(parent, command, run).helpGroup(second === undefined ? VERBS : 'Commands:');
  }
  program
    .command('completion')
    .helpGroup(SELF)
    .summary('print a script that completes words in your shell')
    .description(
      'Prints a script for your shell. Bash: add `source <(commonplace completion bash)` to ' +
        '~/.bashrc. Zsh: the same in ~/.zshrc, after compinit. Fish: `commonplace completion fish ' +
        '> ~/.config/fish/completions/commonplace.fish`.',
    )
    .addArgument(program.createArgument('<shell>').choices(COMPLETED_SHELLS))
    .action((shell: string) => terminal.print(completionScript(shell)));
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action((words: string[]) => terminal.print(wordsAfter(program, words).join('\n')));
  return program;
}

function familyOf(program: Node, families: Map<string, Node>, name: string): Node {
  const known = families.get(name);
  if (known) return known;
  const about = FAMILIES[name] ?? name;
  const family = program.command(name).summary(about).description(`Commands for ${about}.`);
  family.usage('<command>').helpGroup(VERBS);
  families.set(name, family);
  return family;
}

function add(parent: Node, command: Command, run: Tree['run']): Node {
  const { words, summary, places, options } = command;
  const node = parent.command(words.at(-1)!).summary(summary).description(sentence(summary));
  for (const [at, place] of places.entries()) {
    const name = place.replaceAll('_', '-');
    const isText = at === places.length - 1 && !ONE_WORD.test(place);
    node.argument(isText ? `<${name}...>` : `<${name}>`);
  }
  for (const [name, { kind, doc, max }] of Object.entries(options)) {
    const value = kind === 'count' ? 'number' : kind;
    const flag = new Flag(kind === 'flag' ? `--${name}` : `--${name} <${value}>`, doc);
    if (kind === 'count') flag.argParser((text) => countOf(text, max));
    if (kind === 'number') flag.argParser((text) => numberOf(text));
    if (kind === 'truth') flag.argParser((text) => truthOf(text));
    if (kind === 'list') {
      flag.argParser((text, before: string[] | undefined) => [...(before ?? []), text]);
    }
    node.addOption(flag);
  }
  node.option('--json', 'print the answer as JSON');
  node.action(async () => {
    const given = node.optsWithGlobals<Record<string, unknown>>();
    const input: Record<string, unknown> = {};
    for (const [at, place] of places.entries()) {
      const word = node.processedArgs[at] as string | string[];
      input[place] = Array.isArray(word) ? word.join(' ') : word;
    }
    for (const [name, { field = name }] of Object.entries(options)) {
      const value = given[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
      if (value !== undefined) input[field] = value;
    }
    await run(command, input, { json: given['json'] === true });
  });
  return node;
}

/** Any other place that comes last takes all remaining words, so sentences need no quotes. */
const ONE_WORD = /(?:_id|^id|^date|^file|^folder$|^source|^url|^value)$/;

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

function numberOf(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new InvalidArgumentError('Use a number.');
  return number;
}

function truthOf(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new InvalidArgumentError('Use true or false.');
}

/** A count that cannot be had is refused, because scripts would take fewer results for all. */
function countOf(text: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = numberOf(text);
  if (Number.isSafeInteger(number) && number >= 1 && number <= max) return number;
  const range = max < Number.MAX_SAFE_INTEGER ? `from 1 to ${max}` : 'from 1';
  throw new InvalidArgumentError(`Use a whole number ${range}.`);
}

/** Lists the words that may follow; the last of the given words is incomplete. */
function wordsAfter(program: Node, words: readonly string[]): string[] {
  const begun = words.at(-1) ?? '';
  let node = program;
  for (const word of words.slice(0, -1)) {
    node = node.commands.find((each) => each.name() === word) ?? node;
  }
  const names = node
    .createHelp()
    .visibleCommands(node)
    .map((each) => each.name());
  const shells = node.name() === 'completion' ? COMPLETED_SHELLS : [];
  const flags = begun.startsWith('-')
    ? [...node.options.map(({ long }) => long ?? ''), '--help']
    : [];
  return [...names, ...shells, ...flags].filter((word) => word.startsWith(begun));
}
