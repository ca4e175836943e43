import { EXIT, runCli } from './cli/cli.ts';
import type { OperatorCommand } from './cli/program.ts';
import { openTerminal } from './cli/terminal.ts';
import { StartError } from './core/errors.ts';

/** The commands on the machine of the service; `mcp` runs on the machine of an assistant. */
const OPERATORS: readonly OperatorCommand[] = [
  { name: 'serve', usage: '', summary: 'run the service' },
  { name: 'migrate', usage: '', summary: 'bring the database up to date, then stop' },
  {
    name: 'secret',
    usage: 'replace | rotate-files',
    summary: 'accept a new SVC_SECRET; new keys for files',
  },
  {
    name: 'doctor',
    usage: '[--json]',
    summary: 'find faults of the installation, and their cures',
  },
  {
    name: 'backup',
    usage: 'FOLDER|FILE|s3://BUCKET/FOLDER',
    summary: 'copy all data into an archive, also while the service runs',
  },
  { name: 'restore', usage: 'FILE', summary: 'fill an empty store from an archive' },
  {
    name: 'move',
    usage: '--to postgres://…|embedded',
    summary: 'change the kind of database',
  },
  {
    name: 'account',
    usage: 'list|add|password|hold|release|delete',
    summary: 'the accounts, also while the service runs',
  },
  {
    name: 'models',
    usage: 'list|pull|verify|remove',
    summary: 'models on this machine, which hear and understand better',
  },
  {
    name: 'recognise',
    usage: 'FILE | --selftest',
    summary: 'what the recogniser hears, and how well',
  },
  {
    name: 'mcp',
    usage: '',
    summary: 'speak MCP on standard input and output (SVC_API_BASE_URL and SVC_API_KEY)',
  },
];

export async function runCommandLine(words: string[]): Promise<void> {
  const [verb, ...rest] = words;
  const isOperator = OPERATORS.some(({ name }) => name === verb);
  const asksForHelp = rest.some((word) => word === '--help' || word === '-h');
  try {
    if (verb === 'mcp') {
      process.exitCode = (await import('../mcp/src/main.ts')).run(rest, process.env);
    } else if (isOperator && !asksForHelp) await operate(verb!, rest);
    else process.exitCode = await runCli(words, openTerminal(), OPERATORS);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = EXIT.usage;
  }
}

/** Modules are loaded only when needed, so that client commands start fast. */
async function operate(verb: string, words: string[]): Promise<void> {
  const { OPERATOR_VERBS } = await import('./operator-commands.ts');
  await OPERATOR_VERBS[verb]!(...words);
}
