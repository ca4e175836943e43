import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { ReceiversTable, WebhookSecretsTable } from '../../storage/tables.ts';
import type { WebhookType } from './webhook.ts';

/** An older webhook: the receiver of a user for one type of events. */
export type WebhookRow = Selectable<ReceiversTable> & { type: WebhookType; seconds: number };
export type SecretRow = Selectable<WebhookSecretsTable>;

export async function selectWebhook(
  db: Db,
  user_id: string,
  type: WebhookType,
): Promise<WebhookRow | undefined> {
  const { rows } = await sql<WebhookRow>`
    SELECT * FROM receivers WHERE user_id = ${user_id} AND type = ${type}
  `.execute(db);
  return rows[0];
}

export async function selectWebhooks(db: Db, user_id: string): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    SELECT * FROM receivers WHERE user_id = ${user_id} AND format = 'reference'
  `.execute(db);
  return rows;
}

/**
 * Returns the types of webhooks that some user has enabled, and the users who want sound, with the
 * seconds of sound per delivery.
 */
export async function selectWanted(
  db: Db,
): Promise<{ types: Set<string>; sound: { user_id: string; seconds: number }[] }> {
  const { rows } = await sql<{ type: string; user_id: string; seconds: number }>`
    SELECT type, '' AS user_id, 0 AS seconds FROM receivers
    WHERE enabled AND format = 'reference' AND type <> 'audio_bytes' GROUP BY type
    UNION ALL SELECT type, user_id, seconds FROM receivers WHERE enabled AND type = 'audio_bytes'
  `.execute(db);
  return {
    types: new Set(rows.map(({ type }) => type)),
    sound: rows.filter(({ type }) => type === 'audio_bytes'),
  };
}

/** Events from before the webhook was enabled are not sent. */
export async function upsertWebhook(
  db: Db,
  webhook: Pick<WebhookRow, 'user_id' | 'id' | 'type' | 'url' | 'seconds'>,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO receivers AS here (user_id, id, format, type, url, seconds, enabled, enabled_at,
      last_event_id, description, types, include_transcript, secret, cursor, since, read_at,
      next_look_at, created_at, updated_at)
    SELECT ${webhook.user_id}, ${webhook.id}, 'reference', ${webhook.type}, ${webhook.url},
           ${webhook.seconds}::int4, true, ${now}, coalesce(max(id), 0),
           -- An endpoint has these. The secret of the webhooks of a user is in webhook_secrets.
           '', '{}', false, '', '', 0, ${now}, ${now}, ${now}, ${now}
    FROM outbox
    ON CONFLICT (user_id, type) DO UPDATE SET
      url = excluded.url, seconds = excluded.seconds, enabled = true,
      enabled_at = CASE WHEN here.enabled THEN here.enabled_at ELSE excluded.enabled_at END,
      last_event_id = CASE WHEN here.enabled THEN here.last_event_id ELSE excluded.last_event_id END
  `.execute(db);
}

/** Returns the id of the webhook; null when the user has none of this type. */
export async function switchWebhook(
  db: Db,
  { user_id, type }: Pick<WebhookRow, 'user_id' | 'type'>,
  enabled: boolean,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    UPDATE receivers SET
      enabled = ${enabled},
      enabled_at = CASE WHEN enabled = ${enabled} THEN enabled_at ELSE ${now} END,
      last_event_id = CASE WHEN enabled = ${enabled} THEN last_event_id
                      ELSE (SELECT coalesce(max(id), 0) FROM outbox) END
    WHERE user_id = ${user_id} AND type = ${type} RETURNING id
  `.execute(db);
  return rows[0]?.id ?? null;
}

export async function selectSecret(db: Db, user_id: string): Promise<SecretRow | undefined> {
  const { rows } = await sql<SecretRow>`
    SELECT * FROM webhook_secrets WHERE user_id = ${user_id}
  `.execute(db);
  return rows[0];
}

/** The previous secret is also used until `previous_until`. */
export async function upsertSecret(
  db: Db,
  {
    user_id,
    secret,
    previous_until,
    now,
  }: {
    user_id: string;
    secret: Buffer;
    previous_until: Date;
    now: Date;
  },
): Promise<void> {
  await sql`
    INSERT INTO webhook_secrets AS here (user_id, secret, created_at)
    VALUES (${user_id}, ${secret}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET
      secret = excluded.secret, created_at = excluded.created_at,
      previous = here.secret, previous_until = ${previous_until}
  `.execute(db);
}

/** Returns false when there is no secret. */
export async function deleteSecret(db: Db, user_id: string): Promise<boolean> {
  const { rows } =
    await sql`DELETE FROM webhook_secrets WHERE user_id = ${user_id} RETURNING user_id`.execute(db);
  return rows.length > 0;
}
