/**
 * Finds the lines by which programs tell who says the lines below, as in `Ana Perez  0:03`,
 * `Ana, [02.03.2026 09:30]` and `09:30:15 From Ana to Everyone:`.
 */
import { isName, namesRecur } from '../speaker-labels.ts';
import type { LabelledLine } from '../speaker-labels.ts';

const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?(?:\s?[ap]\.?\s?m\b\.?)?`;
const DAY = String.raw`(?:\d{1,4}[./-](?:\d{1,2}|\p{L}{3})[./-]\d{2,4}),?\s+(?:at\s+)?`;
const WHEN = String.raw`[[(]?(?<day>${DAY})?${TIME}(?:\s*(?:-->|[-–—]|to)\s*${TIME})?[\])]?`;
const NAME = String.raw`\[?(?<name>[\p{L}~@+\d][^[\]:<>\n]{0,59}?)\]?`;
const BETWEEN = String.raw`[\s,|·•–-]`;
const HEADERS = [
  String.raw`^\s*${NAME}${BETWEEN}+${WHEN}\s*$`,
  String.raw`^\s*${WHEN}${BETWEEN}+${NAME}\s*$`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** Programs for meetings and rooms write the words in the line of the name, or below it. */
const MESSAGES = [
  String.raw`^\s*${WHEN}\s+From\s+(?<name>\S[^:\n]{0,59}?)\s+to\s+[^:\n]{1,80}:\s*(?<words>.*)$`,
  String.raw`^\s*${WHEN}\s*<[ @+%~&]?(?<name>[^<>\s:]{1,40})>\s+(?<words>\S.*)$`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** What a recogniser writes before each piece: from when until when it was said. */
const SPAN = new RegExp(String.raw`^\s*[[(]?${TIME}\s*(?:-->|[-–—])\s*${TIME}[\])]?[:\s]`, 'iu');
const LETTER_HEAD =
  /^(?:from|to|cc|subject|date|sent|von|an|betreff|gesendet|de|para|asunto):\s*\S/i;
const HEAD_LINES = 8;

interface Headed {
  labels: (LabelledLine | null)[];
  /** The names are certain enough to be those of speakers. */
  isCertain: boolean;
}

/**
 * Returns the labels of the lines if two or more lines only tell who speaks and when, or one that has
 * a day in a text that is declared a transcript; else null.
 */
export function headersOf(lines: readonly string[], isTranscript: boolean): Headed | null {
  const messages = lines.map(messageIn);
  if (isSeveral(messages)) return { labels: messages, isCertain: true };
  const headers = lines.map(headerIn);
  // A plan has names of what happens at each time, but often nothing below.
  const labels = headers.map((each, at) => (each && isSaid(headers, at) ? each : null));
  const isMessage = isTranscript && labels.some((label) => label?.isStamped);
  if (!isSeveral(labels) && !isMessage) return null;
  const given = labels.filter((each) => each !== null);
  const isCertain =
    isTranscript ||
    given.every(({ isStamped }) => isStamped) ||
    namesRecur(given.map(({ label }) => label));
  return { labels, isCertain };
}

/** Returns whether somebody else may have said the words: a letter, or what a recogniser wrote. */
export function isOfOthers(lines: readonly string[]): boolean {
  const head = lines.slice(0, HEAD_LINES).filter((line) => LETTER_HEAD.test(line.trim()));
  return head.length >= 2 || lines.filter((line) => SPAN.test(line)).length >= 2;
}

const isSeveral = (labels: readonly unknown[]): boolean =>
  labels.filter((each) => each !== null).length >= 2;

const isSaid = (headers: readonly (LabelledLine | null)[], at: number): boolean =>
  at + 1 === headers.length || headers[at + 1] === null;

function headerIn(line: string): LabelledLine | null {
  for (const pattern of HEADERS) {
    const { name, day } = pattern.exec(line)?.groups ?? {};
    const label = name?.replace(/^~\s*/, '').trim();
    if (label !== undefined && isName(label)) {
      return { label, words: '', isStamped: day !== undefined };
    }
  }
  return null;
}

function messageIn(line: string): LabelledLine | null {
  for (const pattern of MESSAGES) {
    const { name, words } = pattern.exec(line)?.groups ?? {};
    if (name !== undefined) return { label: name.trim(), words: words!, isStamped: true };
  }
  return null;
}
