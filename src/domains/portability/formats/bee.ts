/** Conversations of Bee, as its developer API answers them: `{"conversation": {…}}`. */
import { z } from 'zod';
import { Found } from './found.ts';
import type { GivenSegment } from './given.ts';

const Time = z.union([z.string(), z.number()]).nullish();
const Utterance = z.looseObject({
  text: z.string(),
  speaker: z.string().nullish(),
  spoken_at: Time,
  start: Time,
  end: Time,
});
const Conversation = z.looseObject({
  id: z.union([z.int(), z.string().min(1).max(200)]),
  start_time: z.union([z.string(), z.number()]),
  end_time: Time,
  created_at: Time,
  updated_at: Time,
  summary: z.string().nullish(),
  short_summary: z.string().nullish(),
  primary_location: z.looseObject({ latitude: z.number(), longitude: z.number() }).nullish(),
  transcriptions: z
    .array(
      z.looseObject({ realtime: z.boolean().nullish(), utterances: z.array(Utterance).nullish() }),
    )
    .nullish(),
});

const MAX_TITLE = 100;
const MAX_NAME = 40;
const SECOND_MS = 1000;

export function readBee(name: string, answer: unknown, timezone: string): Found {
  const found = new Found('bee', timezone);
  const { conversation = answer } = (answer ?? {}) as { conversation?: unknown };
  const data = found.read('conversations', name, Conversation, conversation);
  if (!data) return found;
  const started_at = found.timeOf(data.start_time, name, 'start_time');
  if (!started_at) {
    found.misfit('conversations', name, 'It has no start_time.');
    return found;
  }
  const segments = segmentsOf(data, { found, name, started_at });
  if (segments.length === 0) {
    found.misfit('conversations', name, 'It contains no words.');
    return found;
  }
  const { latitude, longitude } = data.primary_location ?? {};
  found.conversation(name, {
    external_id: String(data.id),
    title: titleOf(data.short_summary),
    overview: data.summary ?? data.short_summary ?? '',
    started_at,
    finished_at: found.timeOf(data.end_time, name, 'end_time'),
    updated_at: found.timeOf(data.updated_at, name, 'updated_at'),
    geolocation: latitude === undefined ? null : { latitude, longitude },
    segments,
  });
  return found;
}

/** The first sentence of the short summary. */
function titleOf(summary: string | null | undefined): string {
  const [first = ''] = (summary ?? '').trim().split(/(?<=[.!?])\s|\n/);
  const title = first.replace(/^#+\s*/, '').replace(/\.$/, '');
  return title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1).toWellFormed()}…`;
}

/** The words that were written later are better than those of the moment. */
function segmentsOf(
  { transcriptions }: z.output<typeof Conversation>,
  { found, name, started_at }: { found: Found; name: string; started_at: Date },
): GivenSegment[] {
  const all = (transcriptions ?? []).filter(({ utterances }) => utterances?.length);
  const later = all.filter(({ realtime }) => realtime === false);
  const speakers = new Map<string, number>();
  let last = 0;
  return (later.length > 0 ? later : all)
    .flatMap(({ utterances }) => utterances ?? [])
    .filter(({ text }) => text.trim() !== '')
    .map((each) => ({ ...each, at: found.timeOf(each.start ?? each.spoken_at, name, 'start') }))
    .toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
    .map(({ at, end, speaker, text }) => {
      const label = speaker?.trim() || 'Unknown';
      const speaker_id = speakers.get(label) ?? speakers.size;
      speakers.set(label, speaker_id);
      const secondsTo = (time: Date) =>
        Math.max(0, (time.getTime() - started_at.getTime()) / SECOND_MS);
      const start = at ? secondsTo(at) : last;
      const until = found.timeOf(end, name, 'end');
      last = Math.max(start + 0.1, until ? secondsTo(until) : start + 1);
      const isNamed = !/^(?:speaker|unknown|user)\b/i.test(label) && label.length >= 2;
      const person = label.slice(0, MAX_NAME).toWellFormed();
      return {
        start,
        end: last,
        speaker_id,
        is_user: /^user$/i.test(label),
        person_id: isNamed ? found.person(person, name, started_at) : null,
        text: text.trim(),
      };
    });
}
