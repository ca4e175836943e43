import { inMilliseconds } from '../../core/wire.ts';

/** The assumed pace of speech for text without times. */
const SECONDS_PER_WORD = 0.4;
const SHORTEST_SECONDS = 1;
/** Longer paragraphs are cut between sentences into several segments. */
const LONGEST_CHARACTERS = 500;
/**
 * Matches the time stamps at the start of messenger lines: `[21/11/2026, 09:19:10]`, `21/11/2026,
 * 09:14 -`.
 */
const STAMP = String.raw`\u200e?\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?\]?\s*[-–]?\s*`;
const TIME = String.raw`[[(]?\d{1,2}(?::\d{2}){1,2}(?:\.\d+)?[\])]?\s*[-–]?\s*`;
const NAME = String.raw`([\p{L}](?:[\p{L}\p{M}\d .'_\u200d\ufe0f-]|\p{Extended_Pictographic}){0,39}):\s+(\S.*)$`;
/** Matches `Ana: Hello` or `[00:12] Speaker 2: Hello`, at the start of a line. */
const LABELLED = new RegExp(`^\\s*(?:${STAMP}|${TIME})?${NAME}`, 'iu');
const STAMPED = new RegExp(`^\\s*${STAMP}${NAME}`, 'imu');
/** Labels that do not name a speaker. */
const NO_SPEAKER = new RegExp(
  String.raw`^(?:from|to|cc|bcc|subject|date|sent|re|aw|fwd?|notes?|to-?dos?|ps|nb|tips?` +
    String.raw`|warning|important|update|question|answer|summary|agenda|title|due|when|where` +
    String.raw`|who|what|https?)$`,
  'i',
);
/** Matches labels such as "Ana", "Ben Doe" and "Speaker 2". */
const NAME_LIKE = /^[\p{Lu}\p{Lo}][^\s]*(?: [\p{Lu}\p{Lo}\d][^\s]*){0,3}$/u;
const OWNER_LABELS = ['me', 'i', 'user', 'you', 'myself'];

export interface TextSegment {
  text: string;
  speaker_id: number;
  is_user: boolean;
  /** The speaker's label in the text; null for text without a label. */
  label: string | null;
  /** The estimated start in seconds of the conversation. */
  start: number;
  end: number;
}

/**
 * Converts plain text to a transcript. Lines that begin with names belong to several speakers; text
 * without names is treated as the user's own words. Names count only if two of them recur or the
 * caller declares the text a transcript, because a list with labels is not a conversation.
 */
export function transcriptOfText(
  text: string,
  userName: string | null,
  isTranscript = true,
): TextSegment[] {
  const lines = text.split(/\r?\n+/).filter((line) => line.trim() !== '');
  const labelled = lines.map((line) => {
    const match = LABELLED.exec(line);
    return match && (isTranscript || !NO_SPEAKER.test(match[1]!.trim())) ? match : null;
  });
  const isLabelled = labelled.filter(Boolean).length >= Math.max(2, lines.length / 2);
  const isDialogue = isLabelled && (isTranscript || isChatExport(text) || namesRecur(labelled));
  if (!isDialogue)
    return timed(
      lines.map((line) => ({ text: line, speaker: null })),
      () => true,
    );
  const said: Line[] = [];
  const labels = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const match = labelled[index];
    if (match) {
      // Labels that differ only in case name the same speaker. The first spelling is used.
      const label = match[1]!.trim();
      const known = labels.get(label.toLowerCase()) ?? label;
      labels.set(label.toLowerCase(), known);
      said.push({ speaker: known, text: match[2]! });
    } else said.push({ speaker: said.at(-1)?.speaker ?? null, text: line });
  }
  return timed(said, (speaker) => isOwner(speaker, userName));
}

/**
 * Returns whether a text was exported from a messenger, which labels lines with names of people.
 */
function isChatExport(text: string): boolean {
  return STAMPED.test(text);
}

function namesRecur(labelled: readonly (RegExpExecArray | null)[]): boolean {
  const labels = labelled.flatMap((match) => match?.[1]!.trim() ?? []);
  const names = labels.filter(
    (label) => NAME_LIKE.test(label) || OWNER_LABELS.includes(plain(label)),
  );
  const counts = Map.groupBy(names, (name) => name.toLowerCase());
  return [...counts.values()].filter(({ length }) => length > 1).length > 1;
}

interface Line {
  speaker: string | null;
  text: string;
}

function isOwner(speaker: string | null, userName: string | null): boolean {
  const label = plain(speaker ?? '');
  const name = plain(userName ?? '');
  const isNamed = name !== '' && (label === name || label === name.split(' ')[0]);
  return OWNER_LABELS.includes(label) || isNamed;
}

/** Returns a name without decoration. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\d ]/gu, '')
    .trim();
}

/**
 * Numbers the speakers: `Speaker 2` gets number 2; other speakers get the lowest free numbers, in
 * order.
 */
function numbersOf(speakers: readonly (string | null)[]): Map<string | null, number> {
  const numbers = new Map<string | null, number>();
  for (const speaker of new Set(speakers)) {
    const said = /^speaker[ _-]?0*(\d{1,3})$/i.exec(speaker ?? '')?.[1];
    if (said !== undefined) numbers.set(speaker, Number(said));
  }
  const taken = new Set(numbers.values());
  let next = 0;
  for (const speaker of new Set(speakers)) {
    if (numbers.has(speaker)) continue;
    while (taken.has(next)) next += 1;
    numbers.set(speaker, next);
    taken.add(next);
  }
  return numbers;
}

function timed(lines: readonly Line[], isUser: (speaker: string | null) => boolean): TextSegment[] {
  const numbers = numbersOf(lines.map(({ speaker }) => speaker));
  let start = 0;
  return lines.flatMap(({ speaker, text }) => {
    return pieces(text.trim()).map((piece) => {
      const seconds = Math.max(SHORTEST_SECONDS, piece.split(/\s+/).length * SECONDS_PER_WORD);
      const segment = {
        text: piece,
        speaker_id: numbers.get(speaker)!,
        is_user: isUser(speaker),
        label: speaker,
        start,
        end: inMilliseconds(start + seconds),
      };
      start = segment.end;
      return segment;
    });
  });
}

/**
 * Cuts text between sentences into pieces of at most the maximum length. Text without sentence ends
 * is cut between words.
 */
function pieces(text: string): string[] {
  if (text.length <= LONGEST_CHARACTERS) return [text];
  const parts: string[] = [];
  for (const sentence of text.split(/(?<=[.!?…。！？])\s+/)) {
    for (const part of cutAtWords(sentence)) {
      const last = parts.at(-1);
      if (last !== undefined && last.length + part.length < LONGEST_CHARACTERS) {
        parts[parts.length - 1] = `${last} ${part}`;
      } else parts.push(part);
    }
  }
  return parts;
}

/** Returns `count`, or `count + 1` if a cut at `count` would split a character. */
function wholeCharacters(text: string, count: number): number {
  return text.slice(0, count).isWellFormed() ? count : count + 1;
}

function cutAtWords(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST_CHARACTERS) {
    const space = rest.lastIndexOf(' ', LONGEST_CHARACTERS);
    const cut = space > 0 ? space : wholeCharacters(rest, LONGEST_CHARACTERS);
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}
