import { env } from 'node:process';
import { findTimes } from '../src/engines/calendar/dates.ts';
import { startService } from '../src/testing/start-service.ts';

/**
 * Lets an external evaluation run the understanding through the operations `process` and `dates`.
 * `process` uses the public API of a separate service. `dates` calls the code directly, because it
 * has no API.
 */

interface Segment {
  text: string;
  speaker_id: number | null;
  speaker_name: string | null;
  is_user: boolean;
  start: number;
  end: number;
}

interface Conversation {
  started_at: string;
  timezone: string;
  language: string;
  /** Returns only the memories of this speaker; without it, of all speakers. */
  user_speaker?: string;
  segments: Segment[];
}

const CONVERSATIONS = '/v1/dev/user/conversations';
const SCOPES = ['conversations:read', 'conversations:write', 'memories:read'];
/** The input of one call. A longer talk is sent as text, line by line. */
const MAX_SEGMENTS = 500;

const ofEachKind = env['EVAL_MEMORIES_OF_EACH_KIND'];
const service = await startService({
  environment: { ...(ofEachKind && { SVC_MEMORIES_OF_EACH_KIND: ofEachKind }) },
});
const key = await service.owner.key(SCOPES);

export const close = () => service[Symbol.asyncDispose]();

export async function process({ conversation }: { conversation: Conversation }) {
  const { user_speaker, timezone } = conversation;
  await becomeUser(user_speaker ?? 'Owner', timezone);
  const { id, discarded } = await call('POST', ...(await created(conversation)));
  const { title, overview, category, emoji, action_items, events } = (
    await call('GET', `${CONVERSATIONS}/${id}`)
  ).structured;
  const memories = await call('GET', '/v1/dev/user/memories?limit=100');
  // Deletes all data between two talks, so that no talk affects the next.
  await owned('DELETE', `/v1/conversations/${id}?cascade=true`);
  // A memory omits its subject, the user. An evaluation with several speakers needs the name.
  const about = user_speaker ? `${user_speaker}: ` : '';
  return {
    title,
    overview,
    category,
    emoji,
    // Drops the other fields of the items.
    action_items: action_items.map(({ description, due_at }: ActionItem) => ({
      description,
      due_at,
    })),
    events,
    memories: memories.map(({ content, category }: { content: string; category: string }) => ({
      content: about + content,
      category,
    })),
    discarded,
  };
}

interface ActionItem {
  description: string;
  due_at: string | null;
}

let user = '';

/** The API cannot change the name and the time zone of an account, so they are fixed here. */
async function becomeUser(name: string, timezone: string): Promise<void> {
  if (user === `${name} ${timezone}`) return;
  await service.service.parts.db.updateTable('users').set({ name, timezone }).execute();
  user = `${name} ${timezone}`;
}

async function created(talk: Conversation): Promise<[string, object]> {
  const { started_at, language } = talk;
  const segments = talk.segments.filter(({ text }) => text.trim() !== '');
  const about = { started_at, language };
  if (segments.length > MAX_SEGMENTS) {
    const lines = segments.map(({ speaker_name, text }) => `${speaker_name ?? 'Speaker'}: ${text}`);
    return [
      CONVERSATIONS,
      { ...about, text: lines.join('\n').slice(0, 100_000), text_source: 'audio_transcript' },
    ];
  }
  const speakers = [...new Set(segments.map(speakerOf))];
  const transcript_segments = [];
  for (const segment of segments) {
    const { text, is_user, start, end, speaker_name } = segment;
    const speaker_id = speakers.indexOf(speakerOf(segment));
    const person_id = is_user ? null : await personCalled(speaker_name ?? '');
    transcript_segments.push({ text, is_user, start, end, speaker_id, person_id });
  }
  return [`${CONVERSATIONS}/from-segments`, { ...about, transcript_segments }];
}

const speakerOf = ({ speaker_name, speaker_id }: Segment): string =>
  speaker_name ?? `${speaker_id}`;

const people = new Map<string, string>();

/** A single letter is not a name, and no name is longer than the limit of the service. */
const SHORTEST_NAME = 2;
const LONGEST_NAME = 40;

async function personCalled(called: string): Promise<string | null> {
  const name = called.slice(0, LONGEST_NAME).trim();
  if (name.length < SHORTEST_NAME) return null;
  const lower = name.toLowerCase();
  if (!people.has(lower)) {
    const { status } = await service.owner.call('POST', '/v1/users/people', { name });
    // A talk that was sent as text has also created people.
    if (status !== 200 && status !== 409) throw new Error(`person ${name}: ${status}`);
    for (const one of await owned('GET', '/v1/users/people'))
      people.set(one.name.toLowerCase(), one.id);
  }
  return people.get(lower)!;
}

const call = async (method: string, path: string, body?: object) =>
  answered(method, path, await key.call(method, path, body));
const owned = async (method: string, path: string, body?: object) =>
  answered(method, path, await service.owner.call(method, path, body));

function answered(
  method: string,
  path: string,
  { status, body }: Awaited<ReturnType<typeof key.call>>,
) {
  if (status < 200 || status > 299)
    throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

interface DatesRequest {
  text: string;
  /** ISO instant. */
  ref: string;
  timezone: string;
}

export function dates({ text, ref, timezone }: DatesRequest) {
  const mentions = findTimes(text, { at: new Date(ref), timezone });
  return { mentions: mentions.map((mention) => ({ ...mention, end: mention.end ?? undefined })) };
}
