/** Checks of backups, of installed models and of the voice encoder that comes with the service. */
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { openLibrary } from '../../assembly/choices/local-models.ts';
import type { Config } from '../../config.ts';
import { openPlace } from '../../storage/backup/places/address.ts';
import { StartError } from '../../core/errors.ts';
import { damageOfWhisper } from '../../engines/recognition/whisper/whisper-files.ts';
import { faultOf } from '../../engines/voices/encoder/voice-model.ts';
import { findingsOf, sentencesOf } from './finding.ts';
import type { Finding } from './finding.ts';

const HOUR_MS = 3_600_000;
const PATIENCE_MS = 10_000;

export async function checkBackups({ backup }: Config): Promise<Finding> {
  const { folder, everyHours } = backup;
  const { ok, warning, fault } = findingsOf('backups');
  if (folder === undefined) {
    return warning(
      'No regular backups are made.',
      'Set SVC_BACKUP_FOLDER to a folder on another disk.',
    );
  }
  if (existsSync(folder) && !(await isWritable(folder))) {
    return fault(`${folder} cannot be written.`, 'Give it to the user of the service.');
  }
  const archives = await openPlace(folder, backup)
    .list(AbortSignal.timeout(PATIENCE_MS))
    .catch((error: Error) => error);
  if (archives instanceof Error) {
    return fault(
      sentenceOf(archives),
      'Correct this: the service makes no regular backups until then.',
    );
  }
  const [newest] = archives;
  if (!newest)
    return warning(`${folder} has no backup yet.`, 'Start the service, or run: commonplace backup');
  const hours = (Date.now() - newest.made_at.getTime()) / HOUR_MS;
  const says = `The newest one is ${hours.toFixed(0)} hours old.`;
  // A backup may be late while it is being made.
  return hours > 2 * everyHours
    ? fault(says, 'Read the log of the service for the reason.')
    : ok(says);
}

function sentenceOf(error: Error): string {
  return error instanceof StartError ? error.message : 'The store of backups does not answer.';
}

function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

export function checkVoices(found = faultOf()): Finding {
  return weightsFinding('voices', 'The voice encoder is unchanged.', found);
}

export function checkRecogniser(found = damageOfWhisper()): Finding {
  return weightsFinding('recogniser', 'The built-in recogniser is unchanged.', found);
}

function weightsFinding(check: string, says: string, found: string | null): Finding {
  const { ok, fault } = findingsOf(check);
  return found === null ? ok(says) : fault(...sentencesOf(found));
}

export async function checkModels(config: Config): Promise<Finding> {
  const { ok, fault } = findingsOf('speech models');
  const library = openLibrary(config);
  const { usable, broken } = await library.installed();
  const damaged: { id: string; files: string }[] = [];
  for (const { id } of [...broken.map(({ entry }) => entry), ...usable]) {
    const damages = (await library.verify(id)) ?? [];
    if (damages.length > 0) damaged.push({ id, files: damages.map(({ path }) => path).join(', ') });
  }
  const [first] = damaged;
  if (!first) return ok(`${usable.length} installed, all files unchanged.`);
  return fault(
    damaged.map(({ id, files }) => `Files of ${id} are missing or changed: ${files}.`).join(' '),
    `Run: commonplace models pull ${damaged.map(({ id }) => id).join(' ')}`,
  );
}
