/** Changes of the words and speakers of a transcript, which wait when the service does not answer. */
import type { LiveSegment } from '../../../../client/src/index.ts';
import { patchConversation } from '../../conversations/conversations.ts';
import { notify } from '../../design/notices.ts';
import { offerReplacement } from '../../names/replacing.ts';
import * as m from '../../paraglide/messages.js';
import { useChange } from '../../service/change.ts';
import { ChangedElsewhere } from '../../service/merging.ts';
import type { Edit } from '../../service/merging.ts';
import { meQuery, queryClient } from '../../service/queries.ts';
import { partsOf } from '../../writing/split-words.ts';
import type { Write } from '../../writing/state.ts';
import { write, writeEdit } from '../../writing/writes.ts';
import { understandAnew } from '../changes.ts';

export interface SegmentEdit extends Edit {
  segment_id: string;
}

/** An edit that the service refused. Its `before` is the text that the service now has. */
export interface RefusedEdit extends SegmentEdit {
  error: unknown;
}

export interface Replaced {
  from: string;
  to: string;
}

export interface Corrected {
  refused: readonly RefusedEdit[];
  /** The words that were replaced by others, which other places may have as well. */
  replaced: readonly Replaced[];
}

/** Writes corrected words. */
export async function correctWords(
  conversation_id: string,
  edits: readonly SegmentEdit[],
): Promise<Corrected> {
  patchTexts(conversation_id, new Map(edits.map(({ segment_id, text }) => [segment_id, text])));
  const refused: RefusedEdit[] = [];
  const replaced = new Map<string, Replaced>();
  let isSent = false;
  for (const edit of edits) {
    const { segment_id } = edit;
    try {
      const sent = await writeEdit(edit, {
        read: 'getOwnConversation',
        key: { conversation_id },
        operation: 'rewriteSegment',
        part: { segment_id },
        field: 'text',
        path: `transcript_segments.${segment_id}.text`,
      });
      isSent ||= sent !== undefined;
      const words = sent?.answer?.replaced;
      if (words) replaced.set(`${words.from} ${words.to}`, words);
    } catch (error) {
      const before = error instanceof ChangedElsewhere ? error.theirs : edit.before;
      refused.push({ ...edit, before, error });
    }
  }
  const texts = refused.map(({ segment_id, before }) => [segment_id, before] as const);
  patchTexts(conversation_id, new Map(texts));
  if (isSent) {
    notify(m.corrected(), {
      ms: 12_000,
      action: { label: m.understand_anew(), run: () => void understandAnew(conversation_id) },
    });
  }
  return { refused, replaced: [...replaced.values()] };
}

/** Null stands for the user. */
export type Speaker = { id: string; name: string } | null;

interface Assignment {
  speaker: Speaker;
  segments: readonly LiveSegment[];
  /** The name of the speaker until now, when all of the speaker's words are assigned. */
  former?: string | undefined;
}

/** The maximum number of segments that the service assigns at once. */
const MAX_SEGMENTS = 1000;

/** Names the speaker of segments. */
export const useAssign = (conversation_id: string) =>
  useChange({
    show: ({ speaker, segments }: Assignment) => {
      const ids = new Set(segments.map(({ id }) => id));
      const said = {
        is_user: speaker === null,
        person_id: speaker?.id ?? null,
        speaker_name: speaker?.name ?? null,
      };
      return patchSegments(conversation_id, (each) =>
        ids.has(each.id) ? { ...each, ...said } : each,
      );
    },
    send: async ({ speaker, segments, former }) => {
      const about = `${speaker?.name ?? m.you()}: ${segments[0]?.text ?? ''}`;
      const assigned = speaker
        ? { assign_type: 'person_id', value: speaker.id }
        : { assign_type: 'is_user', value: true };
      const ids = segments.map(({ id }) => id);
      for (let from = 0; from < ids.length; from += MAX_SEGMENTS) {
        const segment_ids = ids.slice(from, from + MAX_SEGMENTS);
        const sent = await write(
          'assignSegments',
          { conversation_id, segment_ids, ...assigned },
          { about },
        );
        if (!sent) continue;
        patchConversation([conversation_id], () => sent);
        await queryClient.invalidateQueries({ queryKey: ['people'] });
        const to = speaker?.name ?? queryClient.getQueryData(meQuery.queryKey)?.name;
        if (former && to) void offerReplacement({ from: former, to, conversation_id });
      }
    },
  });

/** Gives the words from a word of the first segment on to a new speaker. */
export async function splitTurn(
  conversation_id: string,
  segments: readonly LiveSegment[],
  word: number,
): Promise<void> {
  const segment_ids = segments.map(({ id }) => id);
  const { text } = segments[0]!;
  const split = word > 0 ? { split: { word, text } } : {};
  const about = word > 0 ? partsOf({ word, text })[1] : text;
  const show = (key: string) =>
    patchConversation([conversation_id], (each) => ({
      ...each,
      transcript_segments: withNewSpeaker(each.transcript_segments, { segment_ids, key, ...split }),
    }));
  const takeBack = show(SPLITTING);
  try {
    const changed = await write(
      'splitSpeaker',
      { conversation_id, segment_ids },
      {
        ...split,
        about,
        onWait: (key) => {
          takeBack();
          show(key);
        },
      },
    );
    if (changed) patchConversation([conversation_id], () => changed);
  } catch (error) {
    takeBack();
    throw error;
  }
}

/** The id of words that are being split, which nothing else can change yet. */
const SPLITTING = 'splitting';

/** Shows a split that waits, as the service will make it. */
function withNewSpeaker(
  all: readonly LiveSegment[],
  { segment_ids, key, split }: { segment_ids: readonly string[] } & Pick<Write, 'key' | 'split'>,
): LiveSegment[] {
  const speaker_id = 1 + Math.max(...all.map((each) => each.speaker_id));
  return all.flatMap((segment) => {
    if (!segment_ids.includes(segment.id)) return [segment];
    const speaker = { speaker_id, is_user: false, person_id: null, speaker_name: null };
    if (!split || segment.id !== segment_ids[0]) return [{ ...segment, ...speaker }];
    const [head, tail] = partsOf(split);
    const { start, end, text } = segment;
    const cut = start + ((text.length - tail.length) / text.length) * (end - start);
    const part = { ...segment, doubtful: [] };
    return [
      { ...part, text: head, end: cut },
      { ...part, ...speaker, id: key, text: tail, start: cut },
    ];
  });
}

const patchTexts = (id: string, texts: ReadonlyMap<string, string>) =>
  patchSegments(id, (each) => {
    const text = texts.get(each.id);
    return text === undefined ? each : { ...each, text, doubtful: [] };
  });

function patchSegments(id: string, change: (segment: LiveSegment) => LiveSegment): () => void {
  return patchConversation([id], (each) => ({
    ...each,
    transcript_segments: each.transcript_segments.map(change),
  }));
}
