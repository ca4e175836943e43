/**
 * Compares the stored data with the acknowledged writes. No data may be lost, duplicated or stuck.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Json } from '../src/testing/clients/api-user.ts';
import type { TortureUser } from './client.ts';
import type { Ledger, RecordEntry } from './ledger.ts';
import { checkUploads } from './uploads.ts';
import { CONVERSATIONS, RESOURCES, sendConversation } from './writers.ts';

/**
 * A conversation that has not ended this long after the one before is stuck. A process that was just
 * started loads its networks, which takes two minutes of a machine with twenty other busy processes.
 */
const STUCK_MS = 180_000;

export async function check(user: TortureUser, ledger: Ledger): Promise<void> {
  for (const resource of RESOURCES) {
    const rows = await user.list(`${resource.path}?${resource.query ?? ''}`);
    const texts = rows.map((row) => String(row[resource.field]));
    const entries = ledger.records.filter(
      (entry) => entry.user === user.id && entry.resource === resource.name,
    );
    const byMarker = Map.groupBy(texts, (text) => /mark\d+x/.exec(text)?.[0] ?? text);
    for (const entry of entries) checkRecord(entry, byMarker.get(entry.marker) ?? [], ledger);
  }
  await checkConversations(user, ledger);
  await checkUploads(user, ledger);
}

function checkRecord(entry: RecordEntry, found: readonly string[], ledger: Ledger): void {
  const what = `the ${entry.resource} ${entry.marker}`;
  const wanted = [...entry.texts].join(' | ');
  if (found.length > 1) ledger.violate(`${what} is there ${found.length} times`);
  if (entry.presence === 'present' && found.length === 0) ledger.violate(`${what} is lost`);
  if (entry.presence === 'absent' && found.length > 0) ledger.violate(`${what} came back`);
  if (found.length === 1 && !entry.texts.has(found[0]!)) {
    ledger.violate(`${what} says "${found[0]}" instead of "${wanted}"`);
  }
  // From here on, it is known whether the entry exists.
  if (entry.presence === 'unknown') entry.presence = found.length > 0 ? 'present' : 'absent';
  if (entry.id === null && entry.presence === 'present') entry.presence = 'unknown';
  if (found.length === 1) entry.texts = new Set(found);
}

async function checkConversations(user: TortureUser, ledger: Ledger): Promise<void> {
  const sent = ledger.conversations.filter((entry) => entry.user === user.id);
  for (const entry of sent) {
    const until = performance.now() + STUCK_MS;
    while (entry.id === null && performance.now() < until) await sendConversation(user, entry);
    // A create request answers "processing" after a while, but the list contains only completed
    // conversations.
    if (entry.id !== null) await untilEnded(user, entry.id, { until, ledger });
    else ledger.violate(`the request ${entry.marker} never gets its answer`);
  }
  const ended = new Map<string, Json>();
  for (const [id, owner] of ledger.recordings) {
    if (owner !== user.id) continue;
    const until = performance.now() + STUCK_MS;
    ended.set(id, await untilEnded(user, id, { until, ledger }));
  }
  for (const { user: owner, marker, conversation_id } of ledger.words) {
    if (owner !== user.id) continue;
    const text = textOf(ended.get(conversation_id));
    const count = text.split(marker).length - 1;
    if (count === 0) ledger.violate(`words ${marker} of ${conversation_id} are lost`);
    if (count > 1) ledger.violate(`words ${marker} are there ${count} times`);
  }
  const all = await user.list(`${CONVERSATIONS}?include_transcript=true&include_discarded=true&`);
  const whole = all.map(textOf);
  for (const { marker } of sent) {
    const count = whole.filter((text) => text.includes(marker)).length;
    if (count !== 1) ledger.violate(`the conversation ${marker} is there ${count} times`);
  }
}

async function untilEnded(
  user: TortureUser,
  id: string,
  { until, ledger }: { until: number; ledger: Ledger },
): Promise<Json> {
  for (;;) {
    const conversation = await user.read(`/v1/conversations/${id}`, { asUser: true });
    if (conversation === null || conversation.status === 'completed') return conversation;
    if (conversation.status === 'failed' || performance.now() > until) {
      ledger.violate(`the conversation ${id} is stuck: ${conversation.status}`);
      return conversation;
    }
    await wait(100);
  }
}

function textOf(conversation: Json): string {
  const segments: Json[] = conversation?.transcript_segments ?? [];
  return segments.map(({ text }) => text).join(' ');
}
