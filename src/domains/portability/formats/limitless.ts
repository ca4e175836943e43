/**
 * Lifelogs of Limitless, as its API answers them: `{"data": {"lifelogs": […]}}`, the list alone, or
 * one answer per line. `contents` is a tree of headings and of words with speakers.
 */
import { z } from 'zod';
import { Found } from './found.ts';
import type { GivenSegment } from './given.ts';

const Content = z.looseObject({
  type: z.string().nullish(),
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
    return value.some(isLifelog) ? value : null;
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

export function readLimitless(name: string, lifelogs: readonly unknown[], timezone: string): Found {
  const found = new Found('limitless', timezone);
  for (const [index, each] of lifelogs.entries()) {
    const where = `${name}, lifelog ${index + 1}`;
    const data = found.read('conversations', where, Lifelog, each);
    if (!data) continue;
    const started_at = found.timeOf(data.startTime, where, 'startTime');
    if (!started_at) {
      found.misfit('conversations', where, 'It has no startTime.');
      continue;
    }
    const nodes = flat(data.contents ?? [], { found, where });
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
      finished_at: found.timeOf(data.endTime, where, 'endTime'),
      updated_at: found.timeOf(data.updatedAt, where, 'updatedAt'),
      starred: data.isStarred ?? false,
      segments,
    });
  }
  return found;
}

/** Lists the nodes of a tree in their order. */
function flat(
  contents: readonly unknown[],
  { found, where, level = 0 }: { found: Found; where: string; level?: number },
): Content[] {
  if (level > MAX_LEVELS && contents.length > 0) {
    found.misfit('parts', where, `Parts deeper than ${MAX_LEVELS} levels were left out.`);
    return [];
  }
  return contents.flatMap((each, index) => {
    const place = `${where}, contents ${index + 1}`;
    const data = found.read('parts', place, Content, each);
    return data
      ? [data, ...flat(data.children ?? [], { found, where: place, level: level + 1 })]
      : [];
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
    if (node.type?.startsWith('heading') || text === '') return [];
    const is_user = node.speakerIdentifier === 'user';
    const name = node.speakerName?.trim() || 'Unknown';
    const label = is_user ? '' : name;
    const speaker_id = speakers.get(label) ?? speakers.size;
    speakers.set(label, speaker_id);
    const start = offsetOf(node, { found, where, started_at }) ?? last;
    const end = Math.max(start + 0.1, node.endOffsetMs ? node.endOffsetMs / 1000 : start + 1);
    last = end;
    const isNamed = !is_user && !UNKNOWN.test(name) && name.length >= 2 && name.length <= 40;
    const person_id = isNamed ? found.person(name, where, started_at) : null;
    return [{ start, end, speaker_id, is_user, person_id, text }];
  });
}

function offsetOf(
  { startOffsetMs, startTime }: Content,
  { found, where, started_at }: { found: Found; where: string; started_at: Date },
): number | null {
  if (typeof startOffsetMs === 'number') return Math.max(0, startOffsetMs / 1000);
  const at = found.timeOf(startTime, where, 'startTime of words');
  return at ? Math.max(0, (at.getTime() - started_at.getTime()) / 1000) : null;
}
