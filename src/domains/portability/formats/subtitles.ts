/** SubRip (SRT) and WebVTT: words with times, and sometimes with speakers. */
import { isName, labelOf, namesRecur } from '../../transcripts/speaker-labels.ts';
import { linesOfCue } from './cue-text.ts';
import type { Cue } from './found.ts';
import { withoutRepeats } from './rolling-captions.ts';
import type { ShownCue } from './rolling-captions.ts';

const TIME = String.raw`(?:(\d{1,3})\s?:\s?)?(\d{1,2})\s?:\s?(\d{1,2})(?:\s?[.,:]\s?(\d{1,9}))?`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*(?:-{1,2}|–|—)>\s*${TIME}(?:\s+(.*))?$`);
/** Settings after the times, such as `align:start` and `X1:100`. */
const SETTINGS = /^(?:[\w-]+:\S+\s*)+$/;
const ARROW = /-->/;
const COUNTER = /^\s*\d+\s*$/;
const COMMENT = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;

export const isVtt = (text: string): boolean => /^WEBVTT(?:[ \t].*)?(?:\n|$)/.test(text);

/** Times at the beginning make a file SRT; a file with this name may have other lines before them. */
export function isSrt(text: string, isNamedSo: boolean): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const first = COUNTER.test(lines[0] ?? '') ? lines[1] : lines[0];
  return TIMING.test(first ?? '') || (isNamedSo && lines.some((line) => TIMING.test(line)));
}

interface CuesRead {
  cues: Cue[];
  /** The lines that were left out. */
  problems: { line: number; message: string }[];
  isRolling: boolean;
}

/** Reads the cues of a text whose lines end in `\n`. */
export function readCues(text: string): CuesRead {
  const isMarked = isVtt(text);
  const lines = isMarked ? withoutComments(text.split('\n')) : text.split('\n');
  const marks = marksIn(lines, isMarked);
  const first = lines.slice(0, marks[0]?.at).findLast((line) => line.trim() !== '');
  const hasCounters = COUNTER.test(first ?? '');
  const problems: CuesRead['problems'] = [];
  const shown: (ShownCue & { number: number })[] = [];
  const before = lines.slice(0, bodyEnd(lines, marks[0], isMarked, hasCounters));
  const early = before.findIndex((line) => line.trim() !== '');
  if (early >= 0) {
    problems.push({ line: early + 1, message: 'The words before the first time were left out.' });
  }
  for (const [number, { at, timing }] of marks.entries()) {
    if (!timing) {
      const message = 'The times of this line are not valid. Its words were left out.';
      problems.push({ line: at + 1, message });
      continue;
    }
    const body = lines.slice(at + 1, bodyEnd(lines, marks[number + 1], isMarked, hasCounters));
    const rest = timing[9] ?? '';
    if (rest !== '' && !SETTINGS.test(rest)) body.unshift(rest);
    const start = secondsOf(timing, 1);
    const isPadded = body.some((line) => line !== '' && line.trim() === '');
    const end = Math.max(secondsOf(timing, 5), start + 0.1);
    shown.push({ start, end, lines: linesOfCue(body), isPadded, number });
  }
  const once = withoutRepeats(shown);
  return { cues: spoken(once ?? shown), problems, isRolling: once !== null };
}

interface Mark {
  at: number;
  /** Null when the times cannot be read. */
  timing: RegExpExecArray | null;
}

function marksIn(lines: readonly string[], isMarked: boolean): Mark[] {
  const marks: Mark[] = [];
  // The words directly below a timing may contain an arrow.
  let isBelow = false;
  for (const [at, line] of lines.entries()) {
    const timing = TIMING.exec(line);
    const before = lines[at - 1] ?? '';
    if (timing) marks.push({ at, timing });
    else if (ARROW.test(line)) {
      const isTime = /^\s*\d+:\d/.test(line);
      const isDue = isMarked
        ? !isBelow
        : COUNTER.test(before) && (lines[at - 2] ?? '').trim() === '';
      if (isTime || isDue) marks.push({ at, timing: null });
    }
    isBelow = line.trim() !== '' && (isBelow || marks.at(-1)?.at === at);
  }
  return marks;
}

/** Returns where the words before a mark end: the number or the name of a cue is not said. */
function bodyEnd(
  lines: readonly string[],
  next: Mark | undefined,
  isMarked: boolean,
  hasCounters: boolean,
): number {
  if (!next) return lines.length;
  const isBlank = (at: number) => (lines[at] ?? '').trim() === '';
  const last = next.at - 1;
  if (isMarked)
    return !isBlank(last) && (isBlank(last - 1) || COUNTER.test(lines[last]!)) ? last : next.at;
  if (!hasCounters) return next.at;
  if (COUNTER.test(lines[last] ?? '')) return last;
  // Some programs write an empty line after each line.
  const counter = isBlank(last) ? last - 1 : -1;
  return COUNTER.test(lines[counter] ?? '') && isBlank(counter - 1) ? counter : next.at;
}

/** Empties the head and the comments, so that lines keep their numbers. */
function withoutComments(lines: readonly string[]): string[] {
  let isHead = true;
  let isComment = false;
  return lines.map((line, at) => {
    // Some programs write no empty line below the head.
    if (line.trim() === '' || TIMING.test(line)) isHead = false;
    if (line.trim() === '') isComment = false;
    else if ((lines[at - 1] ?? '').trim() === '' && COMMENT.test(line)) isComment = true;
    return isHead || isComment ? '' : line;
  });
}

/** Names in the words count if most cues or several of them begin with one. */
function spoken(cues: readonly ShownCue[]): Cue[] {
  const unnamed = cues.filter(({ lines }) => lines.some(({ voice }) => voice === null));
  const labels = unnamed.map(({ lines }) =>
    lines.flatMap(({ voice, text }) => (voice === null ? (nameIn(text)?.label ?? []) : [])),
  );
  const named = labels.filter(({ length }) => length > 0).length;
  const isNamed = named >= Math.max(2, unnamed.length / 2);
  const isDialogue = isNamed || namesRecur(labels.flat());
  return cues.flatMap(({ start, end, lines }) => {
    const said: Cue[] = [];
    let from: CueLine['voice'] | undefined;
    for (const { voice, text } of lines) {
      const named = voice === null && isDialogue ? nameIn(text) : null;
      const last = said.at(-1);
      // A line without a name continues the words of the line above, unless dashes begin both.
      const isAnother = CHANGE.test(text) && CHANGE.test(lines[0]!.text);
      if (last && !named && voice === from && !isAnother) last.text += ` ${text}`;
      else
        said.push({
          start,
          end,
          speaker: voice ?? named?.label ?? null,
          text: named?.words ?? text,
        });
      from = voice;
    }
    return said;
  });
}

type CueLine = ShownCue['lines'][number];

/** Marks that another person begins. */
const CHANGE = /^(?:[-–—]|>>)\s*(?=[^\s\d-])/;

function nameIn(text: string): { label: string; words: string } | null {
  const labelled = labelOf(text.replace(CHANGE, ''), { isTimed: false });
  return labelled && labelled.words !== '' && isName(labelled.label) ? labelled : null;
}

function secondsOf(timing: RegExpExecArray, from: number): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = '0'] = timing.slice(from, from + 4);
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return Math.round((whole + Number(`0.${fraction}`)) * 1000) / 1000;
}
