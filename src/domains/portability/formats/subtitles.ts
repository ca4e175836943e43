/** SubRip (SRT) and WebVTT: words with times, and sometimes with speakers. */
import type { Cue } from './found.ts';

const TIMING =
  /^\s*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})(?:\s.*)?$/;
const VOICE = /^<v(?:\.[^\s>]*)?\s+([^>]{1,40})>/i;
const LABEL = /^([\p{Lu}\p{Lo}][\p{L}\p{M}\d .'_-]{0,39}):\s+(?=\S)/u;

export const isVtt = (text: string): boolean => /^WEBVTT(?:[ \t].*)?(?:\r?\n|$)/.test(text);

export const isSrt = (text: string): boolean => {
  const lines = text.trimStart().split(/\r?\n/, 2);
  return /^\d+\s*$/.test(lines[0] ?? '') && TIMING.test(lines[1] ?? '');
};

/** Returns the cues, and the numbers of lines with a timing that cannot be read. */
export function readCues(text: string): { cues: Cue[]; broken: number[] } {
  const cues: Cue[] = [];
  const broken: number[] = [];
  const lines = text.split(/\r?\n/);
  let isSkipped = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (/^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(line)) isSkipped = true;
    if (line.trim() === '') isSkipped = false;
    if (isSkipped || !line.includes('-->')) continue;
    const timing = TIMING.exec(line);
    if (!timing) {
      broken.push(at + 1);
      continue;
    }
    const said: string[] = [];
    while (at + 1 < lines.length && lines[at + 1]!.trim() !== '') said.push(lines[(at += 1)]!);
    const start = secondsOf(timing[1]!);
    cues.push(...spoken(said, start, Math.max(secondsOf(timing[2]!), start + 0.1)));
  }
  return { cues, broken };
}

function spoken(lines: readonly string[], start: number, end: number): Cue[] {
  const cues: Cue[] = [];
  for (const line of lines) {
    const voice = VOICE.exec(line)?.[1]?.trim();
    const plain = unescaped(line.replace(/<[^>]*>/g, '').replace(/\{\\[^}]*\}/g, '')).trim();
    const label = voice ?? LABEL.exec(plain)?.[1]?.trim() ?? null;
    const text = voice ? plain : plain.replace(LABEL, '');
    if (text === '') continue;
    const last = cues.at(-1);
    // A line without a name continues the words of the line above.
    if (last && label === null) last.text += ` ${text}`;
    else cues.push({ start, end, speaker: label, text });
  }
  return cues;
}

function secondsOf(time: string): number {
  const parts = time.replace(',', '.').split(':').map(Number);
  return Math.round(parts.reduce((sum, part) => sum * 60 + part, 0) * 1000) / 1000;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name]!);
}
