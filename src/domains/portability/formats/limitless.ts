/**
 * Lifelogs of Limitless, as its API answers them: `{"data": {"lifelogs": […]}}`, the list alone, or
 * one answer per line. `contents` is a tree of headings and of words with speakers.
 */
import { z } from 'zod';
import { Found, timeOf } from './found.ts';
import type { GivenSegment } from './found.ts';

const Content = z.looseObject({
  type: z.string(),
  content: z.string().nullish(),
  startTime: z.string().nullish(),
  startOffsetMs: z.number().nullish(),
  endOffsetMs: z.number().nullish(),
  speakerName: z.string().nullish(),
  speakerIdentifier: z.string().nullish(),
  children: z.array(z.unknown()).nullish(),
});
type Content = z.output<typeof Content>;
const Lifelog = z.looseObject({
  id: z.string().min(1).max(200),
  title: z.string().nullish(),
  markdown: z.string().nullish(),
  startTime: z.string(),
  endTime: z.string().nullish(),
  updatedAt: z.string().nullish(),
  isStarred: z.boolean().nullish(),
  contents: z.array(z.unknown()).nullish(),
});

const MAX_LEVELS = 20;
const UNKNOWN = /^(?:unknown|speaker)\b/i;

/** Returns the lifelogs of an answer; null for other files. */
export function lifelogsOf(value: unknown): unknown[] | null {
  if (Array.isArray(value)) {
    const inside = value.map(lifelogsIn);
    if (inside.length > 0 && inside.every((each) => each !== null)) return inside.flat();
    return value.length > 0 && isLifelog(value[0]) ? value : null;
  }
  return lifelogsIn(value);
}

function lifelogsIn(value: unknown): unknown[] | null {
  const { data, lifelogs } = (value ?? {}) as { data?: { lifelogs?: unknown }; lifelogs?: unknown };
  const list = data?.lifelogs ?? lifelogs;
  return Array.isArray(list) ? list : null;
}

const isLifelog = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'startTime' in value &&
  ('contents' in value || 'markdown' in value);

export function readLimitless(name: string, lifelogs: readonly unknown[]): Found {
  const found = new Found('limitless');
  for (const [index, each] of lifelogs.entries()) {
    const where = `${name}, lifelog ${index + 1}`;
    const { data, error } = Lifelog.safeParse(each);
    const started_at = timeOf(data?.startTime);
    if (!data || !started_at) {
      found.misfit('conversations', where, error ? z.prettifyError(error) : 'It has no time.');
      continue;
    }
    const nodes = flat(data.contents ?? []);
    const segments = segmentsOf(nodes, { found, where, started_at });
    if (segments.length === 0) {
      found.misfit('conversations', where, 'It contains no words.');
      continue;
    }
    const headings = nodes.filter(({ type }) => type === 'heading2' || type === 'heading3');
    found.conversation(where, {
      external_id: data.id,
      title: data.title ?? '',
      overview: headings.map(({ content }) => `- ${content ?? ''}`).join('\n'),
      started_at,
      finished_at: timeOf(data.endTime),
      updated_at: timeOf(data.updatedAt),
      starred: data.isStarred ?? false,
      segments,
    });
  }
  return found;
}

/** Lists the nodes of a tree in their order. */
function flat(contents: readonly unknown[], level = 0): Content[] {
  if (level > MAX_LEVELS) return [];
  return contents.flatMap((each) => {
    const { data } = Content.safeParse(each);
    return data ? [data, ...flat(data.children ?? [], level + 1)] : [];
  });
}

function segmentsOf(
  nodes: readonly Content[],
  { found, where, started_at }: { found: Found; where: string; started_at: Date },
): GivenSegment[] {
  const speakers = new Map<string, number>();
  let last = 0;
  return nodes.flatMap((node): GivenSegment[] => {
    const text = node.content?.trim() ?? '';
    if (node.type !== 'blockquote' || text === '') return [];
    const is_user = node.speakerIdentifier === 'user';
    const name = node.speakerName?.trim() || 'Unknown';
    const label = is_user ? '' : name;
    const speaker_id = speakers.get(label) ?? speakers.size;
    speakers.set(label, speaker_id);
    const start = offsetOf(node, started_at) ?? last;
    const end = Math.max(start + 0.1, node.endOffsetMs ? node.endOffsetMs / 1000 : start + 1);
    last = end;
    const isNamed = !is_user && !UNKNOWN.test(name) && name.length >= 2 && name.length <= 40;
    const person_id = isNamed ? found.person(name, where, started_at) : null;
    return [{ start, end, speaker_id, is_user, person_id, text }];
  });
}

function offsetOf({ startOffsetMs, startTime }: Content, began: Date): number | null {
  if (typeof startOffsetMs === 'number') return Math.max(0, startOffsetMs / 1000);
  const at = timeOf(startTime);
  return at ? Math.max(0, (at.getTime() - began.getTime()) / 1000) : null;
}
