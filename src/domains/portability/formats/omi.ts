/**
 * Data of Omi in the shapes of its API: lists of conversations, memories and action items, each in
 * a file of its own or together in an object.
 */
import { z } from 'zod';
import type { Row } from '../../../storage/archive/rows.ts';
import { Found } from './found.ts';
import type { FoundKind } from './found.ts';
import type { GivenSegment, GivenTask } from './given.ts';

const Id = z.string().min(1).max(200);
const Time = z.union([z.string(), z.number()]).nullish();
const Segment = z.looseObject({
  text: z.string(),
  speaker: z.string().nullish(),
  speaker_id: z.int().min(0).max(10_000).nullish(),
  speaker_name: z.string().nullish(),
  is_user: z.boolean().nullish(),
  person_id: z.string().nullish(),
  start: z.number().nullish(),
  end: z.number().nullish(),
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
    emoji: z.string().max(100).nullish(),
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
  const known = Array.isArray(value) ? value.map(kindOf).find((kind) => kind !== '') : undefined;
  const given = Array.isArray(value) ? { [known ?? '']: value } : ((value ?? {}) as Row);
  const list = (name: string) => (Array.isArray(given[name]) ? (given[name] as unknown[]) : []);
  const lists: Lists = {
    people: list('people'),
    conversations: list('conversations'),
    memories: list('memories'),
    action_items: [...list('action_items'), ...list('actionItems')],
  };
  const isOmi = (name: keyof Lists) => lists[name].some((each) => kindOf(each) === name);
  return isOmi('conversations') || isOmi('memories') || isOmi('action_items') ? lists : null;
}

function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  if ('structured' in value) return 'conversations';
  // Other services have lists with a `content` too, such as the feedback of ChatGPT.
  const isMemory = ['category', 'manually_added', 'user_review'].some((name) => name in value);
  if ('content' in value && isMemory) return 'memories';
  return 'description' in value && 'completed' in value ? 'action_items' : '';
}

export function readOmi(name: string, lists: Lists, timezone: string): Found {
  const found = new Found('omi', timezone);
  const people = new Map<string, string>();
  for (const each of lists.people) {
    const data = found.read('people', `${name}, people`, Person, each);
    if (data) people.set(data.id, data.name);
  }
  const walk = <Shape extends z.ZodType>(
    kind: FoundKind,
    list: readonly unknown[],
    { shape, read }: { shape: Shape; read(where: string, data: z.output<Shape>): string | void },
  ) => {
    for (const [index, each] of list.entries()) {
      const where = `${name}, ${kind} ${index + 1}`;
      const data = found.read(kind, where, shape, each);
      const problem = data && read(where, data);
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
      const created_at = found.timeOf(data.created_at, where, 'created_at');
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
        updated_at: found.timeOf(data.updated_at, where, 'updated_at'),
        conversation: data.conversation_id ?? null,
      });
    },
  });
  walk('action-items', lists.action_items, {
    shape: Task,
    read: (where, data) => readTask(found, where, data, { conversation: data.conversation_id }),
  });
  return found;
}

function readConversation(
  found: Found,
  where: string,
  data: z.output<typeof Conversation>,
  people: ReadonlyMap<string, string>,
): string | void {
  const created_at = found.timeOf(data.created_at, where, 'created_at');
  const started_at = found.timeOf(data.started_at, where, 'started_at') ?? created_at;
  if (!started_at) return 'It has no started_at and no created_at.';
  const { title, overview, category, emoji, events, action_items } = data.structured;
  found.conversation(where, {
    external_id: data.id,
    title: title ?? '',
    overview: overview ?? '',
    category: category ?? undefined,
    emoji: emoji ?? undefined,
    created_at,
    started_at,
    finished_at: found.timeOf(data.finished_at, where, 'finished_at'),
    updated_at: found.timeOf(data.updated_at, where, 'updated_at'),
    language: data.language ?? null,
    discarded: data.discarded ?? false,
    starred: data.starred ?? false,
    geolocation: data.geolocation
      ? { latitude: data.geolocation.latitude, longitude: data.geolocation.longitude }
      : null,
    events: (events ?? []).flatMap(({ title, start, description, duration }) => {
      const at = found.timeOf(start, where, `The event “${title}”`);
      if (!at) return [];
      return [
        {
          title,
          start: at.toISOString(),
          description: description ?? '',
          duration: Math.round(duration ?? 30),
          created: false,
        },
      ];
    }),
    segments: segmentsOf(data.transcript_segments ?? [], (segment) => {
      const name = (segment.person_id && people.get(segment.person_id)) || segment.speaker_name;
      const isNamed = name && !/^(?:speaker|unknown)\b/i.test(name) && name.length >= 2;
      return isNamed ? found.person(name.slice(0, 40).toWellFormed(), where, started_at) : null;
    }),
  });
  for (const [index, task] of (action_items ?? []).entries()) {
    const id = task.id ?? `${data.id} ${index}`;
    const nested = { ...task, id, created_at: task.created_at ?? created_at?.toISOString() };
    readTask(found, where, nested, { conversation: data.id, isNested: !task.id });
  }
}

/** A segment without times follows the one before it. One without a speaker is nobody's. */
function segmentsOf(
  given: readonly z.output<typeof Segment>[],
  personOf: (segment: z.output<typeof Segment>) => string | null,
): GivenSegment[] {
  let last = 0;
  return given
    .filter(({ text }) => text.trim() !== '')
    .map((segment) => {
      const { text, person_id, speaker } = segment;
      const is_user = segment.is_user ?? person_id === 'user';
      const start = segment.start ?? last;
      last = Math.max(segment.end ?? start, start);
      return {
        start,
        end: last,
        speaker_id: segment.speaker_id ?? Number(/\d{1,4}$/.exec(speaker ?? '')?.[0] ?? 0),
        is_user,
        person_id: is_user ? null : personOf(segment),
        text,
      };
    });
}

function readTask(
  found: Found,
  where: string,
  data: z.output<typeof Task>,
  belonging: Pick<GivenTask, 'conversation' | 'isNested'>,
): string | void {
  const created_at = found.timeOf(data.created_at, where, 'created_at');
  if (!data.id || !created_at) return 'It has no id or no created_at.';
  found.task(where, {
    external_id: data.id,
    description: data.description,
    completed: data.completed ?? false,
    completed_at: found.timeOf(data.completed_at, where, 'completed_at'),
    due_at: found.timeOf(data.due_at, where, 'due_at'),
    created_at,
    updated_at: found.timeOf(data.updated_at, where, 'updated_at'),
    ...belonging,
  });
}

function memoryCategory(category: string | null | undefined): 'interesting' | 'system' | 'manual' {
  return category === 'system' || category === 'manual' ? category : 'interesting';
}
