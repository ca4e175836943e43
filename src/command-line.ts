import { CLIENT_VERBS, clientHelp, EXIT, runCli } from './cli/cli.ts';
import { openTerminal } from './cli/terminal.ts';
import { StartError } from './core/errors.ts';

const HELP = `Usage: commonplace <verb>

On the machine of the service:
  serve                                                      run the service
  migrate                                                    bring the database up to date, then stop
  secret replace                                             accept a new SVC_SECRET
  doctor                                                     find faults of the installation, and their cures
  backup FOLDER|FILE                                         copy all data into an archive, also while it runs
  restore FILE                                               fill an empty store from an archive
  move --to postgres://…|embedded                            change the kind of database
  account list|add|password|hold|release|delete              the accounts, also while the service runs
  models list|pull|verify|remove                             speech models: better words than the built-in
  recognise FILE | --selftest                                what the recogniser hears, and how well

For an AI assistant on this machine (SVC_API_BASE_URL and SVC_API_KEY, an MCP key):
  mcp                                                        speak MCP on standard input and output

As its user, from anywhere (SVC_API_BASE_URL and SVC_API_KEY, or auth login; --json for scripts):
${clientHelp()}`;

export async function runCommandLine([verb, ...words]: string[]): Promise<void> {
  try {
    if (verb === undefined) throw new StartError(HELP);
    if (['help', '--help', '-h'].includes(verb)) console.log(HELP);
    else if (verb === 'mcp')
      process.exitCode = (await import('../mcp/src/main.ts')).run(words, process.env);
    else if (CLIENT_VERBS.includes(verb))
      process.exitCode = await runCli([verb, ...words], openTerminal());
    else await operate(verb, words);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = EXIT.usage;
  }
}

/** Modules are loaded only when needed, so that client commands start fast. */
async function operate(verb: string, words: string[]): Promise<void> {
  const { OPERATOR_VERBS } = await import('./operator-commands.ts');
  const run = Object.hasOwn(OPERATOR_VERBS, verb) ? OPERATOR_VERBS[verb] : undefined;
  if (!run) throw new StartError(HELP);
  await run(...words);
}
