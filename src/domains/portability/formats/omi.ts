/**
 * Data of Omi in the shapes of its API: lists of conversations, memories and action items, each in
 * a file of its own or together in an object.
 */
import { z } from 'zod';
import type { Row } from '../../../storage/account-rows/rows.ts';
import { Found, timeOf } from './found.ts';
import type { FoundKind } from './found.ts';

const Id = z.string().min(1).max(200);
const Time = z.union([z.string(), z.number()]).nullish();
const Segment = z.looseObject({
  text: z.string(),
  speaker: z.string().nullish(),
  speaker_id: z.int().min(0).max(10_000).nullish(),
  speaker_name: z.string().nullish(),
  is_user: z.boolean().nullish(),
  person_id: z.string().nullish(),
  start: z.number(),
  end: z.number(),
});
const Task = z.looseObject({
  id: Id.nullish(),
  description: z.string().min(1),
  completed: z.boolean().nullish(),
  completed_at: Time,
  due_at: Time,
  created_at: Time,
  updated_at: Time,
  conversation_id: z.string().nullish(),
});
const Event = z.looseObject({
  title: z.string(),
  start: z.iso.datetime({ offset: true, local: true }),
  description: z.string().nullish(),
  duration: z.number().nullish(),
});
const Conversation = z.looseObject({
  id: Id,
  created_at: Time,
  updated_at: Time,
  started_at: Time,
  finished_at: Time,
  language: z.string().max(50).nullish(),
  discarded: z.boolean().nullish(),
  starred: z.boolean().nullish(),
  geolocation: z.looseObject({ latitude: z.number(), longitude: z.number() }).nullish(),
  structured: z.looseObject({
    title: z.string().nullish(),
    overview: z.string().nullish(),
    category: z.string().nullish(),
    emoji: z.string().nullish(),
    events: z.array(Event).nullish(),
    action_items: z.array(Task).nullish(),
  }),
  transcript_segments: z.array(Segment).nullish(),
});
const Memory = z.looseObject({
  id: Id,
  content: z.string().min(1).max(100_000),
  category: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  created_at: Time,
  updated_at: Time,
  manually_added: z.boolean().nullish(),
  reviewed: z.boolean().nullish(),
  user_review: z.boolean().nullish(),
  conversation_id: z.string().nullish(),
});
const Person = z.looseObject({ id: Id, name: z.string() });

type Lists = Record<'people' | 'conversations' | 'memories' | 'action_items', unknown[]>;

/** Returns the lists of a file; null for files of other services. */
export function omiListsOf(value: unknown): Lists | null {
  const given = Array.isArray(value) ? { [kindOf(value[0])]: value } : ((value ?? {}) as Row);
  const list = (name: string) => (Array.isArray(given[name]) ? (given[name] as unknown[]) : []);
  const lists: Lists = {
    people: list('people'),
    conversations: list('conversations'),
    memories: list('memories'),
    action_items: [...list('action_items'), ...list('actionItems')],
  };
  const isOmi = (name: keyof Lists) => lists[name].length > 0 && kindOf(lists[name][0]) === name;
  return isOmi('conversations') || isOmi('memories') || isOmi('action_items') ? lists : null;
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if ('structured' in value) return 'conversations';
  if ('content' in value) return 'memories';
  return 'description' in value && 'completed' in value ? 'action_items' : '';
}

export function readOmi(name: string, lists: Lists): Found {
  const found = new Found('omi');
  const people = new Map<string, string>();
  for (const each of lists.people) {
    const { data } = Person.safeParse(each);
    if (data) people.set(data.id, data.name);
  }
  const walk = <Shape extends z.ZodType>(
    kind: FoundKind,
    list: readonly unknown[],
    { shape, read }: { shape: Shape; read(where: string, data: z.output<Shape>): string | void },
  ) => {
    for (const [index, each] of list.entries()) {
      const where = `${name}, ${kind} ${index + 1}`;
      const { data, error } = shape.safeParse(each);
      const problem = error ? z.prettifyError(error) : read(where, data);
      if (problem) found.misfit(kind, where, problem);
    }
  };
  walk('conversations', lists.conversations, {
    shape: Conversation,
    read: (where, data) => readConversation(found, where, data, people),
  });
  walk('memories', lists.memories, {
    shape: Memory,
    read: (where, data) => {
      const created_at = timeOf(data.created_at);
      if (!created_at) return 'It has no created_at.';
      found.memory(where, {
        external_id: data.id,
        content: data.content,
        category: memoryCategory(data.category),
        tags: data.tags ?? [],
        manually_added: data.manually_added ?? false,
        reviewed: data.reviewed ?? false,
        user_review: data.user_review ?? null,
        created_at,
        updated_at: timeOf(data.updated_at),
        conversation: data.conversation_id ?? null,
      });
    },
  });
  walk('action-items', lists.action_items, {
    shape: Task,
    read: (where, data) => readTask(found, where, data, data.conversation_id ?? null),
  });
  return found;
}

function readConversation(
  found: Found,
  where: string,
  data: z.output<typeof Conversation>,
  people: ReadonlyMap<string, string>,
): string | void {
  const created_at = timeOf(data.created_at);
  const started_at = timeOf(data.started_at) ?? created_at;
  if (!started_at) return 'It has no started_at and no created_at.';
  const { title, overview, category, emoji, events, action_items } = data.structured;
  const segments = data.transcript_segments ?? [];
  found.conversation(where, {
    external_id: data.id,
    title: title ?? '',
    overview: overview ?? '',
    category: category ?? undefined,
    emoji: emoji ?? undefined,
    created_at,
    started_at,
    finished_at: timeOf(data.finished_at),
    updated_at: timeOf(data.updated_at),
    language: data.language ?? null,
    discarded: data.discarded ?? false,
    starred: data.starred ?? false,
    geolocation: data.geolocation
      ? { latitude: data.geolocation.latitude, longitude: data.geolocation.longitude }
      : null,
    events: (events ?? []).map(({ title, start, description, duration }) => ({
      title,
      start: new Date(start).toISOString(),
      description: description ?? '',
      duration: Math.round(duration ?? 30),
      created: false,
    })),
    segments: segments.map((segment) => {
      const is_user = segment.is_user ?? false;
      const name = (segment.person_id && people.get(segment.person_id)) || segment.speaker_name;
      const isNamed = !is_user && name && !/^speaker\b/i.test(name) && name.length >= 2;
      return {
        start: segment.start,
        end: Math.max(segment.end, segment.start),
        speaker_id: segment.speaker_id ?? Number(/\d+$/.exec(segment.speaker ?? '')?.[0] ?? 0),
        is_user,
        person_id: isNamed ? found.person(name.slice(0, 40), where, started_at) : null,
        text: segment.text,
      };
    }),
  });
  for (const [index, task] of (action_items ?? []).entries()) {
    const id = task.id ?? `${data.id} ${index}`;
    readTask(
      found,
      where,
      { ...task, id, created_at: task.created_at ?? created_at?.toISOString() },
      data.id,
    );
  }
}

function readTask(
  found: Found,
  where: string,
  data: z.output<typeof Task>,
  conversation: string | null,
): string | void {
  const created_at = timeOf(data.created_at);
  if (!data.id || !created_at) return 'It has no id or no created_at.';
  found.task(where, {
    external_id: data.id,
    description: data.description,
    completed: data.completed ?? false,
    completed_at: timeOf(data.completed_at),
    due_at: timeOf(data.due_at),
    created_at,
    updated_at: timeOf(data.updated_at),
    conversation,
  });
}

function memoryCategory(category: string | null | undefined): 'interesting' | 'system' | 'manual' {
  return category === 'system' || category === 'manual' ? category : 'interesting';
}
