import { inMilliseconds } from '../../core/wire.ts';
import { headersOf, isOfOthers } from './labels/line-headers.ts';
import {
  countsOf,
  isHeading,
  isName,
  isOwner,
  isStampedLine,
  labelOf,
  namesRecur,
  numbersOf,
} from './speaker-labels.ts';
import type { LabelledLine } from './speaker-labels.ts';

/** The assumed pace of speech for text without times. */
const SECONDS_PER_WORD = 0.4;
const SHORTEST_SECONDS = 1;
/** Longer paragraphs are cut between sentences into several segments. */
const LONGEST_CHARACTERS = 500;
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
 * caller declares the text a transcript, because a list with labels is not a conversation. If it may
 * still be one, its lines are nobody's.
 */
export function transcriptOfText(
  text: string,
  userName: string | null,
  isTranscript = true,
): TextSegment[] {
  const lines = text.split(/\r?\n+/).filter((line) => line.trim() !== '');
  const headed = headersOf(lines, isTranscript);
  if (headed) {
    const labels = headed.isCertain ? headed.labels : lines.map(() => null);
    return timed(saidUnder(lines, labels), (speaker) => isOwner(speaker, userName));
  }
  const labelled = labelsOf(lines, isTranscript);
  const given = labelled.filter((each) => each !== null);
  const stamped = given.filter(({ isStamped }) => isStamped);
  const isChat = stamped.length > 0;
  // Messages may have many lines, and messengers write some themselves.
  const isLabelled =
    stamped.length > (isTranscript ? 0 : 1) ||
    isHalf(given.length, lines.length) ||
    hasLabelledParagraphs(text, isTranscript);
  const isRecurring = namesRecur(given.map(({ label }) => label));
  if (!isLabelled || !(isTranscript || isChat || isRecurring)) {
    const names = given.filter(({ label, words }) => !isHeading(label) && isSpeech(words));
    const isDoubtful = isChat || lines.some(isStampedLine) || isOfOthers(lines);
    const isUser = !isDoubtful && names.length < (isTranscript ? 1 : 2);
    return timed(
      lines.map((line) => ({ text: line, speaker: null })),
      () => isUser,
    );
  }
  return timed(saidUnder(lines, labelled), (speaker) => isOwner(speaker, userName));
}

/** Returns who says which line. A line without a label continues the one before it. */
function saidUnder(
  lines: readonly string[],
  labelled: readonly (LabelledLine | null)[],
): readonly Line[] {
  const said: Line[] = [];
  const labels = new Map<string, string>();
  let speaker: string | null = null;
  for (const [index, line] of lines.entries()) {
    const match = labelled[index];
    if (match) {
      // The first spelling of a name is used.
      const known = labels.get(match.label.toLowerCase()) ?? match.label;
      labels.set(match.label.toLowerCase(), known);
      speaker = known;
      said.push({ speaker, text: match.words });
    } else {
      // What a messenger tells itself, such as who came, is nobody's.
      if (isStampedLine(line)) speaker = null;
      said.push({ speaker, text: line });
    }
  }
  return said.filter((line) => line.text.trim() !== '');
}

/** Returns whether words are more than the entry of a list, such as `Milk: two litres`. */
const isSpeech = (words: string): boolean =>
  /[.!?…。！？]['"”’)]*$|\s\S+\s|^(?:hi|hello|hey|yes|no|ok|okay|thanks|sure|bye)\b/i.test(
    words.trim(),
  );

const isHalf = (count: number, all: number): boolean => count >= Math.max(2, all / 2);

/** Lines may be wrapped, so that only the first of each paragraph has a label. */
function hasLabelledParagraphs(text: string, isTranscript: boolean): boolean {
  const paragraphs = text.split(/\n\s*\n/).filter((each) => each.trim() !== '');
  const first = paragraphs.map((each) => each.trim().split('\n', 1)[0]!);
  return isHalf(labelsOf(first, isTranscript).filter(Boolean).length, first.length);
}

/** Returns the label of each line, if it may name a speaker; null for other lines. */
function labelsOf(lines: readonly string[], isTranscript: boolean): (LabelledLine | null)[] {
  const matches = lines.map((line) => labelOf(line));
  const counts = countsOf(matches.flatMap((match) => match?.label ?? []));
  return matches.map((match) => {
    if (match === null || match.isStamped) return match;
    const { label, words } = match;
    const recurs = counts.get(label.toLowerCase())! > 1;
    if (words === '' && !recurs) return null;
    if (isName(label)) return match;
    const isShort = isTranscript && label.split(' ').length < 3;
    return isShort || (recurs && (isTranscript || !isHeading(label))) ? match : null;
  });
}

interface Line {
  speaker: string | null;
  text: string;
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
