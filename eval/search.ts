import { setTimeout as wait } from 'node:timers/promises';
import type { ApiKey } from '../src/testing/clients/api-user.ts';
import { startService } from '../src/testing/start-service.ts';

/**
 * Lets an external evaluation search through the public API, with its operations `index` and
 * `search`. Groups become conversations, and short texts without a group become memories. With
 * `SVC_EMBEDDINGS_MODEL=builtin`, search also uses meaning.
 */

interface Doc {
  id: string;
  text: string;
  speaker?: string;
  at?: string;
  /** The conversation that contains the turn. */
  group?: string;
}

interface Filled {
  kind: 'conversations' | 'memories';
  /** Maps ids of the service to ids of the evaluation. */
  groups: Map<string, string>;
  texts: Map<string, string>;
}

const CONVERSATIONS = '/v1/dev/user/conversations';
const MEMORIES = '/v1/dev/user/memories';
const LONGEST_MEMORY = 500;
const SCOPES = ['conversations:read', 'conversations:write', 'memories:read', 'memories:write'];

const model = process.env['SVC_EMBEDDINGS_MODEL'];
const service = await startService({
  environment: model ? { SVC_EMBEDDINGS_MODEL: model } : {},
});
const key: ApiKey = await service.owner.key(SCOPES);
const filled = new Map<string, Filled>();

export const close = () => service[Symbol.asyncDispose]();

export async function index({ index: name, docs }: { index: string; docs: Doc[] }) {
  const isMemories = docs.every(({ group, text }) => !group && text.length <= LONGEST_MEMORY);
  const kind = isMemories ? 'memories' : 'conversations';
  for (const [other, { kind: had, groups }] of filled) {
    if (had !== kind) continue;
    for (const id of groups.keys()) await call('DELETE', `/v1/dev/user/${kind}/${id}`);
    filled.delete(other);
  }
  const fresh: Filled = { kind, groups: new Map(), texts: new Map() };
  filled.set(name, fresh);
  if (isMemories) await remember(docs, fresh);
  else await tell(docs, fresh);
  if (model) await embedded();
  return {};
}

/** Waits for the vectors, which are made after the records are stored. */
async function embedded(): Promise<void> {
  for (;;) {
    const { body } = await service.owner.call('GET', '/v1/search/index');
    if (body.kinds.every(({ waiting }: { waiting: number }) => waiting === 0)) return;
    await wait(200);
  }
}

interface Asked {
  index: string;
  query: string;
  k: number;
  level?: 'doc' | 'group';
}

export async function search({ index: name, query, k, level = 'doc' }: Asked) {
  const { kind, groups, texts } = filled.get(name)!;
  if (kind === 'memories') {
    const { items } = await call('POST', `${MEMORIES}/search`, { query, limit: k });
    return { ids: items.map(({ memory }: { memory: { id: string } }) => groups.get(memory.id)) };
  }
  const { items } = await call('POST', `${CONVERSATIONS}/search`, { query, limit: 100 });
  if (level === 'group' || texts.size === 0) {
    const found = items.slice(0, k) as { conversation: { id: string } }[];
    return { ids: found.map(({ conversation }) => groups.get(conversation.id)) };
  }
  const matches = items.flatMap(
    (item: { matches: { segment_id: string; score: number }[] }) => item.matches,
  );
  return {
    ids: matches
      .toSorted((one: { score: number }, other: { score: number }) => other.score - one.score)
      .slice(0, k)
      .map(({ segment_id }: { segment_id: string }) => texts.get(segment_id)),
  };
}

async function remember(docs: readonly Doc[], { groups }: Filled): Promise<void> {
  for (const { id, text } of docs) {
    const memory = await call('POST', MEMORIES, { content: text });
    groups.set(memory.id, groups.get(memory.id) ?? id);
  }
}

/**
 * The speakers become people whom the user knows. A text without a group becomes a separate talk,
 * line by line.
 */
async function tell(docs: readonly Doc[], { groups, texts }: Filled): Promise<void> {
  const people = await peopleOf(docs);
  const names = [...people.keys()];
  for (const [group, turns] of Map.groupBy(docs, ({ id, group: of }) => of ?? id)) {
    const isTurns = turns[0]!.group !== undefined;
    const lines = isTurns
      ? turns
      : turns[0]!.text.split('\n').map((text) => ({ ...turns[0]!, text }));
    const talk = await call('POST', `${CONVERSATIONS}/from-segments`, {
      ...(turns[0]!.at && { started_at: turns[0]!.at }),
      transcript_segments: lines.map(({ text, speaker = '' }, place) => ({
        text,
        speaker: `SPEAKER_${String(Math.max(0, names.indexOf(speaker))).padStart(2, '0')}`,
        person_id: people.get(speaker) ?? null,
        start: place * 5,
        end: place * 5 + 4,
      })),
    });
    groups.set(talk.id, group);
    // Also evaluates conversations that are not worth keeping.
    await call('PATCH', `${CONVERSATIONS}/${talk.id}`, { discarded: false });
    if (!isTurns) continue;
    const { transcript_segments } = await call(
      'GET',
      `${CONVERSATIONS}/${talk.id}?include_transcript=true`,
    );
    for (const [place, { id }] of transcript_segments.entries()) texts.set(id, turns[place]!.id);
  }
}

const known = new Map<string, string>();

async function peopleOf(docs: readonly Doc[]): Promise<Map<string, string>> {
  const people = new Map<string, string>();
  for (const { speaker } of docs) {
    if (!speaker || people.has(speaker)) continue;
    if (!known.has(speaker)) {
      const { body } = await service.owner.call('POST', '/v1/users/people', { name: speaker });
      known.set(speaker, body.id);
    }
    people.set(speaker, known.get(speaker)!);
  }
  return people;
}

async function call(method: string, path: string, body?: object) {
  const { status, body: answer } = await key.call(method, path, body);
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}
