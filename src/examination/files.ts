/** Examinations of the store for files. */
import type { Files } from '../storage/objects/files.ts';
import type { FileFacts } from '../storage/objects/rows.ts';
import { findingsOf } from './finding.ts';
import type { Finding } from './finding.ts';

/** Judges what the database says of its store. */
export function judgeFiles({ address }: Pick<Files, 'address'>, facts: FileFacts): Finding[] {
  const { ok, warning } = findingsOf('files');
  if (address === null) return [ok('Kept sound and photos stay in the database.')];
  const { missing, overdue, is_stuck } = facts;
  const log = 'Read the log of the service, and run: commonplace doctor';
  const found = [
    missing > 0 &&
      warning(
        `${missing} files are missing from ${address}.`,
        'Copy them from a copy of the store. Without it, their sound is deleted after 30 days.',
      ),
    is_stuck && warning(`Sound has waited for ${address} for more than a day.`, log),
    overdue > 0 && warning(`${overdue} deleted files are still in ${address}.`, log),
  ].filter((finding) => finding !== false);
  return found.length > 0 ? found : [ok(`Kept sound and photos rest in ${address}.`)];
}
