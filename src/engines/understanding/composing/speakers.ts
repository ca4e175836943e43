import { wordList } from '../../../core/text.ts';
import type { Transcript, TranscriptSegment } from '../maker.ts';
import { clean } from './words.ts';

const GENERIC = /^(?:speaker|person|spk|user|unknown)?[ _-]?\d*$|^[A-Z]$/i;
const NAME = "([A-Z][a-z]+(?:'?[A-Z]?[a-z]+)?)";
const titled = `((?:Mr|Mrs|Ms|Miss|Dr|Professor|Doctor)\\.? [A-Z][a-z]+|[A-Z][a-z]{2,})`;
const INTRODUCES = new RegExp(
  `\\b(?:[Mm]y name is|[Mm]y name's|[Tt]his is|[Ii]t's|I am|I'm|[Cc]all me)` +
    ` ${NAME}(?: ${NAME})?(?= speaking| here| from|[.,!?]|$)`,
);
const ADDRESSED = new RegExp(
  `(?:^|[.!?] )(?:[Hh]ey|[Hh]i|[Hh]ello|[Tt]hanks|[Tt]hank you` +
    `|[Yy]es|[Nn]o|[Ss]ure|[Oo]kay|[Ww]ell|[Bb]ye|[Ww]elcome` +
    `|[Oo]h|[Gg]ood (?:morning|afternoon|evening)),? ${titled}(?=[.,!?]|$)|, ${titled}[.?!](?: |$)`,
);
/**
 * "Ana, can you …" addresses somebody, but "True, I …" and "Paris, I love …" do not. So a single
 * match is not enough.
 */
const PERHAPS_ADDRESSED = new RegExp(
  `^${titled}, (?:I|you|do|can|what|how|why|are|is|it|we` +
    `|could|would|have|did|this|that|the|let|please|don't)\\b`,
);
/** Words that have a capital letter at the start of a sentence but are not names. */
const NO_NAME = new Set(
  wordList(`
  The This That There Yes Yeah Well Sure Okay Good Great God Sir Madam Honey Dear Mom Dad Thanks
  Not Just Sorry Fine Ready Here Oh Monday Tuesday Wednesday Thursday Friday Saturday Sunday
  January February March April May June July August September October November December English
  Chinese American Japanese French German Spanish Really Right Now Please Welcome Guys Everyone
  Christmas China Boy Man Sweetie Darling Actually However First Second But And So Because Exactly
  Absolutely Maybe Hello Anyway Besides Wow Hey Nice Never Nothing Let Come Look Listen Wait
  Excuse Doctor Professor Officer Miss`),
);

/**
 * Returns a name for each voice. A name from the client takes precedence. A number is replaced by a
 * name from the talk ("Hi Karen", "this is Tom") when the name fits only one voice.
 */
export function speakerNames(transcript: Transcript): Map<string, string> {
  const voices = new Map<string, TranscriptSegment>();
  for (const segment of transcript.segments) {
    if (!voices.has(speakerKey(segment))) voices.set(speakerKey(segment), segment);
  }
  const heard = namesHeard(transcript, [...voices.keys()]);
  const names = new Map<string, string>();
  for (const [key, segment] of voices) names.set(key, nameOf(transcript, segment, heard.get(key)));
  return names;
}

function nameOf(
  transcript: Transcript,
  segment: TranscriptSegment,
  heard: string | undefined,
): string {
  const given = segment.speaker_name?.trim();
  if (given && !GENERIC.test(given)) return given;
  if (segment.is_user && transcript.user_name?.trim()) return transcript.user_name.trim();
  if (heard) return heard;
  if (given && !/^[A-Z]$|^user$/i.test(given)) return given;
  if (segment.is_user) return 'The user';
  return given && /^[A-Z]$/.test(given) ? `Speaker ${given}` : `Speaker ${segment.speaker_id ?? 0}`;
}

function namesHeard(transcript: Transcript, keys: string[]): Map<string, string> {
  const votes = new Map<string, Map<string, number>>();
  const vote = (key: string | undefined, name: string | undefined, weight: number) => {
    if (!key || !name || NO_NAME.has(name) || name.endsWith('ly')) return;
    const of = votes.get(key) ?? new Map<string, number>();
    votes.set(key, of.set(name, (of.get(name) ?? 0) + weight));
  };
  for (const segment of transcript.segments) {
    const text = clean(segment.text);
    const key = speakerKey(segment);
    const own = INTRODUCES.exec(text);
    vote(key, own?.[1], 2);
    const called = ADDRESSED.exec(text);
    if (keys.length !== 2) continue;
    const other = keys.find((each) => each !== key);
    vote(other, called?.[1] ?? called?.[2], 1);
    vote(other, PERHAPS_ADDRESSED.exec(text)?.[1], 0.5);
  }
  const found = new Map<string, string>();
  for (const [key, of] of votes) {
    const best = [...of].sort((a, b) => b[1] - a[1])[0]!;
    if (best[1] >= 1 && ![...found.values()].includes(best[0])) found.set(key, best[0]);
  }
  return found;
}

/** Segments with the same key have the same voice. */
export function speakerKey(segment: TranscriptSegment): string {
  if (segment.is_user) return 'user';
  return segment.speaker_name?.trim() || `#${segment.speaker_id ?? 0}`;
}
