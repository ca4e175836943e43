/** Recognises the format of a file by its contents. */
import { createHash } from 'node:crypto';
import { isChatGpt, readChatGpt } from './chatgpt.ts';
import { Found, timeOf } from './found.ts';
import type { Cue } from './found.ts';
import { lifelogsOf, readLimitless } from './limitless.ts';
import { mem0MemoriesOf, readMem0 } from './mem0.ts';
import { omiListsOf, readOmi } from './omi.ts';
import { isSrt, isVtt, readCues } from './subtitles.ts';

export interface Recognised {
  format: string;
  found: Found;
}

/** Returns null when the file has no format that the service knows. */
export function recognise(name: string, content: Buffer): Recognised | null {
  const text = textOf(content);
  if (text === null || text.trim() === '') return null;
  const json = jsonOf(text);
  if (json !== undefined) return recogniseJson(name, json);
  if (isVtt(text)) return subtitles('vtt', name, text);
  if (isSrt(text)) return subtitles('srt', name, text);
  return plainText(name, text);
}

function recogniseJson(name: string, json: unknown): Recognised | null {
  if (isChatGpt(json)) return { format: 'chatgpt', found: readChatGpt(name, json as unknown[]) };
  const lifelogs = lifelogsOf(json);
  if (lifelogs) return { format: 'limitless', found: readLimitless(name, lifelogs) };
  const memories = mem0MemoriesOf(json);
  if (memories) return { format: 'mem0', found: readMem0(name, memories) };
  const lists = omiListsOf(json);
  return lists && { format: 'omi', found: readOmi(name, lists) };
}

/** Returns the text of a file in UTF-8 or UTF-16; null for other files. */
function textOf(content: Buffer): string | null {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  try {
    const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(content);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Reads JSON, or a record of JSON in each line. */
function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    try {
      const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
      return lines.map((line) => JSON.parse(line) as unknown);
    } catch {
      return undefined;
    }
  }
}

function subtitles(format: string, name: string, text: string): Recognised | null {
  const found = new Found(format);
  const { cues, broken } = readCues(text);
  for (const line of broken) {
    found.misfit('conversations', `${name}, line ${line}`, 'The times of this line are not valid.');
  }
  if (cues.length === 0) return broken.length > 0 ? { format, found } : null;
  add(found, name, { text, cues, at: dateIn(name) });
  return { format, found };
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

function plainText(name: string, text: string): Recognised {
  const isMarkdown = /\.(?:md|markdown)$/i.test(name) || /^(?:#{1,6} |---\r?\n)/.test(text);
  const format = isMarkdown ? 'markdown' : 'text';
  const found = new Found(format);
  const front = isMarkdown ? FRONT_MATTER.exec(text) : null;
  const named = /^(?:date|created|created_at|started_at):\s*["']?([^"'\r\n]+)/im.exec(
    front?.[1] ?? '',
  );
  const body = front ? text.slice(front[0].length) : text;
  const at = (named && timeOf(named[1]!.trim())) ?? dateIn(name);
  add(found, name, { text: isMarkdown ? withoutMarks(body) : body, cues: null, at });
  return { format, found };
}

/** Bold names, lists and headings of a transcript become plain lines. */
function withoutMarks(text: string): string {
  return text
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/^\s*(?:[-*+]|>)\s+/gm, '')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .replace(/^([^\n:()]{2,40}?)\s*\([\d:/. APMapm,]+\):\s/gm, '$1: ');
}

function add(
  found: Found,
  name: string,
  { text, cues, at }: { text: string; cues: readonly Cue[] | null; at: Date | null },
): void {
  const external_id = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  found.transcripts.push({ where: name, name, external_id, started_at: at, cues, text });
}

/** The date, and perhaps the time, in the name of a file: `2026-03-02 09.30 Call.srt`. */
function dateIn(name: string): Date | null {
  const match = /((?:19|20)\d{2}-\d{2}-\d{2})(?:[ T_-]+(\d{2})[.:h_-]?(\d{2}))?/.exec(name);
  return match ? timeOf(`${match[1]}T${match[2] ?? '12'}:${match[3] ?? '00'}:00Z`) : null;
}
