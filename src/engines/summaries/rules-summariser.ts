/**
 * The shipped templates that need no model, because they only arrange known facts about a
 * conversation.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { isoDay, isoTime, wallClockAt } from '../calendar/wall-clock.ts';
import type { Transcript } from '../understanding/maker.ts';
import { sentencesOf } from './sentences.ts';
import { clean } from '../understanding/composing/words.ts';
import { shortened } from '../understanding/short-text.ts';
import { NEEDS_MODEL, Unfillable } from './summariser.ts';
import type { Material, Summariser } from './summariser.ts';

type Fill = (material: Material) => Promise<string>;

const FILLS: Readonly<Record<string, Fill>> = {
  'plain-summary': async (material) => paragraphs(material.overview, pointsOf(material)),
  'meeting-minutes': async (material) =>
    paragraphs(
      `# ${material.title}`,
      headOf(material.transcript),
      material.overview,
      section('Decisions', await decisionsIn(material.transcript)),
      section('Appointments', appointmentsOf(material)),
      section('Tasks', tasksOf(material)),
    ),
  'decisions-and-tasks': async (material) => {
    const decisions = await decisionsIn(material.transcript);
    const tasks = [...tasksOf(material), ...appointmentsOf(material)];
    if (decisions.length + tasks.length === 0) return 'No decision and no task was found.';
    return paragraphs(section('Decisions', decisions), section('Tasks', tasks));
  },
};

export const rulesSummariser: Summariser = {
  canFill: ({ id }) => Object.hasOwn(FILLS, id),
  async fill({ id }, material) {
    const fill = Object.hasOwn(FILLS, id) ? FILLS[id] : undefined;
    if (!fill) throw new Unfillable(NEEDS_MODEL);
    return { content: await fill(material), model_calls: 0, model_tokens: 0 };
  },
};

const paragraphs = (...parts: string[]): string =>
  parts.filter(Boolean).join('\n\n') || 'The conversation contains nothing to summarise.';

const section = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `## ${heading}\n\n${list(lines)}`;

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

const pointsOf = (material: Material): string =>
  list([...tasksOf(material), ...appointmentsOf(material)]);

const tasksOf = ({ action_items, transcript: { timezone } }: Material): string[] =>
  action_items.map(({ description, due_at }) =>
    due_at ? `${description} (by ${isoDay(wallClockAt(due_at, timezone))})` : description,
  );

const appointmentsOf = ({ events, transcript: { timezone } }: Material): string[] =>
  events.map(({ title, start, duration }) => {
    const wall = wallClockAt(start, timezone);
    return `${title}: ${isoDay(wall)} at ${isoTime(wall)}, ${duration} minutes`;
  });

function headOf({ started_at, timezone, segments }: Transcript): string {
  const wall = wallClockAt(started_at, timezone);
  const present = [...new Set(segments.map(nameOf))];
  return `${isoDay(wall)}, ${isoTime(wall)}\nPresent: ${present.join(', ')}`;
}

const nameOf = (segment: Transcript['segments'][number]): string =>
  segment.speaker_name ?? `Speaker ${segment.speaker_id ?? 0}`;

const DECIDES = new RegExp(
  String.raw`\b(?:(?:we|we've|we have|they|they've) (?:have )?(?:all |both )?(?:decided` +
    String.raw`|agreed|settled|chosen|concluded)|(?:it's|it is|that's) (?:decided|settled` +
    String.raw`|agreed)|let's (?:go with|stick (?:with|to)|settle on|agree on|keep|drop` +
    String.raw`|postpone)|we(?:'ll| will) (?:go with|stick (?:with|to)|keep|drop|postpone|use)` +
    String.raw`|the decision is|final decision)\b`,
  'i',
);
const OPEN = /\?$|\b(?:if|maybe|perhaps|might|not sure|haven't|have not|didn't|should we)\b/i;
const MAX_DECISIONS = 20;
const LONGEST = 200;
/** The loop yields to other work after this many segments. */
const AT_ONCE = 100;

/** Returns the sentences that contain decisions, unchanged. */
async function decisionsIn({ segments }: Transcript): Promise<string[]> {
  const found: string[] = [];
  for (const [index, segment] of segments.entries()) {
    if (found.length === MAX_DECISIONS) break;
    if (index % AT_ONCE === AT_ONCE - 1) await turn();
    for (const sentence of sentencesOf(clean(segment.text))) {
      if (DECIDES.test(sentence) && !OPEN.test(sentence)) {
        found.push(`${nameOf(segment)}: ${shortened(sentence, LONGEST)}`);
      }
    }
  }
  return [...new Set(found)].slice(0, MAX_DECISIONS);
}
