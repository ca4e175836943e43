/** `commonplace doctor`: finds common faults of an installation, and says their cures. */
import { readConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { StartError } from '../../core/errors.ts';
import { askService } from '../../transports/control/control-socket.ts';
import { readArguments } from '../arguments.ts';
import { saveMemory } from '../backup/store.ts';
import { checkBackups, checkModels, checkRecogniser, checkVoices } from './backups.ts';
import { findingsOf, sentencesOf } from './finding.ts';
import type { Finding } from './finding.ts';
import {
  checkDisk,
  checkFfmpeg,
  checkFolder,
  checkLeftovers,
  checkMemory,
  checkNode,
} from './machine.ts';
import { checkAddress, checkPort, checkProviders } from './network.ts';
import { checkStore } from './store.ts';

const USAGE = `Usage: commonplace doctor [--json]
Reads only. The exit code is 1 when there is a fault.`;
const OPTIONS = { json: { type: 'boolean', default: false } } as const;
const MARKS = { ok: '✔', warning: '!', fault: '✖' };

export async function doctor(...words: string[]): Promise<void> {
  const { positionals, values } = readArguments(words, OPTIONS, USAGE);
  if (positionals.length > 0) throw new StartError(USAGE);
  const findings: Finding[] = [];
  const show = (found: readonly Finding[]) => {
    findings.push(...found);
    if (!values.json) for (const finding of found) console.log(lineOf(finding));
  };
  show([checkNode()]);
  const config = configOr(show);
  if (config) for (const check of checksOf(config)) show([await check()].flat());
  if (values.json) console.log(JSON.stringify(findings, null, 2));
  const count = (level: Finding['level']) => findings.filter((each) => each.level === level).length;
  if (!values.json) console.log(`\n${count('fault')} faults, ${count('warning')} warnings.`);
  if (count('fault') > 0) process.exitCode = 1;
}

function configOr(show: (found: readonly Finding[]) => void): Config | null {
  const { ok, fault } = findingsOf('settings');
  try {
    const config = readConfig(process.env);
    show([ok('All settings are valid.')]);
    return config;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    show(error.message.split('\n').map((line) => fault(...sentencesOf(line))));
    return null;
  }
}

type Check = () => Finding | Finding[] | Promise<Finding | Finding[]>;

function checksOf(config: Config): Check[] {
  saveMemory();
  let running: Promise<boolean> | undefined;
  const isRunning = () => (running ??= findRunning(config));
  return [
    () => checkMemory(config),
    () => checkFolder(config),
    () => checkDisk(config),
    () => checkLeftovers(config),
    async () => checkStore(config, await isRunning()),
    async () => checkPort(config, await isRunning()),
    async () => checkAddress(config, await isRunning()),
    () => checkProviders(config),
    () => checkModels(config),
    () => checkRecogniser(),
    () => checkVoices(),
    () => checkFfmpeg(),
    () => checkBackups(config),
  ];
}

/** Any answer of the control socket means that the service runs. */
async function findRunning({ storage }: Config): Promise<boolean> {
  const answer = await askService(storage.dataDir, ['facts']).catch(() => []);
  return answer !== null;
}

function lineOf({ level, check, says, cure }: Finding): string {
  const line = `${MARKS[level]} ${check.padEnd(15)} ${says}`;
  return cure === undefined ? line : `${line}\n  ${' '.repeat(15)} → ${cure}`;
}
