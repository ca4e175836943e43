import { env } from 'node:process';
import { findTimes } from '../src/engines/understanding/dates.ts';
import type { Transcript, TranscriptSegment } from '../src/engines/understanding/maker.ts';
import { understandByRules } from '../src/engines/understanding/rules/rules.ts';

/** Lets an evaluation outside the project call the understanding by its operations `process` and `dates`. */

interface ProcessRequest {
  conversation: {
    started_at: string;
    timezone: string;
    language: string;
    /** Memories of this speaker only; without it, of everyone. */
    user_speaker?: string;
    /** Two when it is not said, as in the service. */
    memories_of_each_kind?: number;
    segments: Omit<TranscriptSegment, 'confidence'>[];
  };
}

export function process({ conversation }: ProcessRequest) {
  const memories_of_each_kind =
    conversation.memories_of_each_kind ?? Number(env['EVAL_MEMORIES_OF_EACH_KIND'] ?? 0);
  const transcript: Transcript = {
    started_at: new Date(conversation.started_at),
    timezone: conversation.timezone,
    language: conversation.language,
    user_name: conversation.user_speaker ?? null,
    segments: conversation.segments.map((segment) => ({ ...segment, confidence: null })),
    known_memories: [],
    rejected_memories: [],
    ...(memories_of_each_kind && { memories_of_each_kind }),
  };
  const { worthless, ...made } = understandByRules(transcript);
  // A memory leaves out its subject, the user; an evaluation of several speakers needs the name.
  const about = conversation.user_speaker ? `${conversation.user_speaker}: ` : '';
  return {
    ...made,
    memories: made.memories.map((memory) => ({ ...memory, content: about + memory.content })),
    action_items: made.action_items.map((item) => ({
      ...item,
      due_at: item.due_at?.toISOString() ?? null,
    })),
    events: made.events.map((event) => ({ ...event, start: event.start.toISOString() })),
    discarded: worthless,
  };
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
