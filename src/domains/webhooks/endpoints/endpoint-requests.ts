import type { Seal } from '../../../core/seal.ts';
import type { Settings } from '../../../core/setting.ts';
import { behindWall } from '../../../kit/context.ts';
import type { Context, Parts } from '../../../kit/context.ts';
import { requireOpen } from '../../../kit/operation.ts';
import type { RecordKind } from '../../changes/change.ts';
import { readRecord } from '../../changes/feed.ts';
import { hasTranscript, withoutSpokenSecrets } from '../../transcripts/secrets/masked-texts.ts';
import type { DeliveryRow } from '../deliveries.sql.ts';
import { attempted, post } from '../delivery-request.ts';
import type { Attempt } from '../delivery-request.ts';
import { validSecrets } from '../signing.ts';
import type { webhookSettings } from '../webhook.ts';
import type { EventBody } from './endpoint.ts';
import type { EndpointRow } from './endpoints.sql.ts';

const TIMEOUT_MS = 30_000;

export interface RequestParts {
  seal: Seal;
  settings: Settings<typeof webhookSettings>;
  kinds: readonly RecordKind[];
  /** Aborts requests when the service stops. */
  stopping: AbortSignal;
}

type Sendable = Pick<DeliveryRow, 'type' | 'kind' | 'record_id' | 'changed_at'>;

export interface EndpointRequests {
  /** Returns the context with the permissions of the endpoint. */
  readerOf(endpoint: EndpointRow): Context;
  /** Returns the body of a delivery; null when its record no longer exists. */
  bodyOf(endpoint: EndpointRow, delivery: Sendable): Promise<EventBody | null>;
  /** Returns the secrets that currently sign requests. */
  secretsOf(endpoint: EndpointRow): string[];
  /** Sends a body to an endpoint, without retries. */
  send(endpoint: EndpointRow, id: string, body: EventBody): Promise<Attempt>;
}

/** Makes and sends the requests to endpoints. */
export function endpointRequests(
  parts: Parts,
  { seal, settings, kinds, stopping }: RequestParts,
): EndpointRequests {
  const { clock } = parts;
  const readerOf = ({ user_id, key_id, scopes }: EndpointRow): Context => {
    const actor =
      key_id !== null && scopes
        ? ({ kind: 'developer_key', user_id, key_id, scopes } as const)
        : ({ kind: 'job', user_id } as const);
    return behindWall({ ...parts, actor, ip: null });
  };

  const bodyOf: EndpointRequests['bodyOf'] = async (
    endpoint,
    { type, kind: name, ...delivery },
  ) => {
    const timestamp = delivery.changed_at.toISOString();
    const data = { kind: name, id: delivery.record_id, deleted: type.endsWith('.deleted') };
    const kind = kinds.find((each) => each.kind === name);
    if (!kind || data.deleted) return { type, timestamp, data: { ...data, record: null } };
    const reader = readerOf(endpoint);
    await requireOpen(reader, kind.get);
    const detail = {
      include: ['status', 'external'],
      include_transcript: endpoint.include_transcript,
    };
    const record = await readRecord(reader, { kind, id: delivery.record_id! }, detail);
    if (record === null) return null;
    // Other services get no secrets of a transcript.
    const sent = hasTranscript(record) ? await withoutSpokenSecrets(record) : record;
    return { type, timestamp, data: { ...data, record: sent } };
  };

  /**
   * Returns the secrets that can be decrypted. A secret is lost when the operator has replaced the
   * secret of the service.
   */
  const secretsOf: EndpointRequests['secretsOf'] = (endpoint) =>
    validSecrets(endpoint, clock.now()).flatMap((sealed) => opened(seal, sealed) ?? []);

  const send: EndpointRequests['send'] = (endpoint, id, content) =>
    attempted(() =>
      post(
        {
          format: 'standard',
          url: new URL(endpoint.url),
          id,
          type: content.type,
          user_id: endpoint.user_id,
          body: Buffer.from(JSON.stringify(content)),
          contentType: 'application/json',
          at: clock.now(),
          secrets: secretsOf(endpoint),
        },
        { timeoutMs: TIMEOUT_MS, allowPrivate: settings.allowPrivate, stopping },
      ),
    );

  return { readerOf, bodyOf, secretsOf, send };
}

function opened(seal: Seal, sealed: Buffer): string | null {
  try {
    return seal.open(sealed);
  } catch {
    return null;
  }
}
