import type { Db } from '../../storage/database.ts';
import {
  selectInstallation,
  selectQueue,
  selectStoredBytes,
  selectWebhookQueue,
} from './operator.sql.ts';

/** The state of the stored data, for the operator's tools; it contains no data of users. */
export async function readStoreFacts(db: Db) {
  const [installation, queue, webhooks] = await Promise.all([
    selectInstallation(db),
    selectQueue(db),
    selectWebhookQueue(db),
  ]);
  return { ...installation, queue, webhooks };
}

export type StoredFacts = Awaited<ReturnType<typeof readStoreFacts>>;

/** Returns the size of all stored data; most facts take longer. */
export function readStoredBytes(db: Db): Promise<number> {
  return selectStoredBytes(db);
}
