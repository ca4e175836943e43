/** `commonplace doctor`: finds common faults of an installation, and says their cures. */
import { openLibrary } from '../assembly/choices/local-models.ts';
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { StartError } from '../core/errors.ts';
import { examineBackups } from '../examination/backups.ts';
import { examine, findingsOf, saysAndCure } from '../examination/finding.ts';
import type { Finding } from '../examination/finding.ts';
import {
  examineDisk,
  examineFfmpeg,
  examineFolder,
  examineLeftovers,
  examineMemory,
} from '../examination/machine.ts';
import { examineModelFiles, examineRecogniser, examineVoices } from '../examination/models.ts';
import { examineAddress, examinePort } from '../examination/network.ts';
import { examineProviders } from '../examination/providers.ts';
import { askRunning, examineStore } from '../examination/store.ts';
import { parseCommandLine } from './arguments.ts';
import { openStore } from './backup/store.ts';
import { problemOfNode } from './node-version.ts';

const USAGE = `Usage: commonplace doctor [--json]
Reads only. The exit code is 1 when there is a fault.`;
const OPTIONS = { json: { type: 'boolean', default: false } } as const;
const MARKS = { ok: '✔', warning: '!', fault: '✖' };

/** A database may recover first, and the files of models are read as a whole. */
const SLOW_MS = 600_000;

export async function doctor(...words: string[]): Promise<void> {
  const { positionals, values } = parseCommandLine(words, OPTIONS, USAGE);
  if (positionals.length > 0) throw new StartError(USAGE);
  const findings: Finding[] = [];
  for await (const finding of examineInstallation()) {
    findings.push(finding);
    if (!values.json) console.log(lineOf(finding));
  }
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length;
  console.log(
    values.json
      ? JSON.stringify(findings.map(asJson), null, 2)
      : `\n${count('fault')} faults, ${count('warning')} warnings.`,
  );
  if (count('fault') > 0) process.exitCode = 1;
}

async function* examineInstallation(): AsyncGenerator<Finding> {
  yield examineNode();
  const config = readSettings();
  if (Array.isArray(config)) return yield* config;
  yield findingsOf('settings').ok('All settings are valid.');
  yield* await examine('memory', () => examineMemory(config));
  yield* await examine('data folder', () => examineFolder(config));
  yield* await examine('disk', () => examineDisk(config.storage));
  yield* await examine('leftovers', () => examineLeftovers(config));
  const running = await askRunning(config);
  const isRunning = running !== null;
  yield* await examine('database', () => examineStore(config, running, openStore), SLOW_MS);
  yield* await examine('port', () => examinePort(config, isRunning));
  yield* await examine('public address', () => examineAddress(config, isRunning));
  yield* await examineProviders(config);
  yield* await examine('speech models', () => examineModelFiles(openLibrary(config)), SLOW_MS);
  yield examineRecogniser();
  yield examineVoices();
  yield examineFfmpeg();
  yield* await examine('backups', () => examineBackups(config));
}

export function examineNode(version = process.versions.node): Finding {
  const { ok, fault } = findingsOf('node');
  const wrong = problemOfNode(version);
  return wrong ? fault(wrong.problem, wrong.cure) : ok(`Node ${version}.`);
}

/** Returns the faults of invalid settings. */
function readSettings(): Config | Finding[] {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const { fault } = findingsOf('settings');
    return error.message.split('\n').map((line) => fault(...saysAndCure(line)));
  }
}

function lineOf({ state, name, says, cure }: Finding): string {
  const line = `${MARKS[state]} ${name.padEnd(15)} ${says}`;
  return cure === undefined ? line : `${line}\n  ${' '.repeat(15)} → ${cure}`;
}

/** Programs read these names. */
function asJson({ state, name, ...finding }: Finding) {
  return { level: state, check: name, ...finding };
}
