/** Recognises the format of a file by its contents. */
import { createHash } from 'node:crypto';
import { UnfitFile } from '../../../core/errors.ts';
import { isChatGpt, readChatGpt } from './chatgpt.ts';
import { Found } from './found.ts';
import type { Cue } from './found.ts';
import { lifelogsOf, readLimitless } from './limitless.ts';
import { mem0MemoriesOf, readMem0 } from './mem0.ts';
import { omiListsOf, readOmi } from './omi.ts';
import { isSrt, isVtt, readCues } from './subtitles.ts';
import { isProse, jsonOfFile, textOfFile } from './text-of-file.ts';
import type { FileText } from './text-of-file.ts';

export interface RecognisedFile {
  format: string;
  found: Found;
}

/**
 * Returns null when the file has no format that the service knows. Times without a zone are in the
 * zone of the account.
 */
export function recogniseFormat(
  name: string,
  content: Buffer,
  timezone: string,
): RecognisedFile | null {
  const file = textOfFile(name, content);
  const { text, note } = file;
  if (text.trim() === '') throw new UnfitFile(`${name}: The file is empty.`);
  const json = jsonOfFile(name, text);
  const recognised = json
    ? recogniseJson(name, json.value, timezone)
    : recogniseText(name, file, timezone);
  if (note) recognised?.found.note(name, note);
  for (const line of json?.broken ?? []) {
    recognised?.found.misfit('parts', `${name}, line ${line}`, 'This line is not JSON.');
  }
  return recognised;
}

function recogniseText(name: string, file: FileText, timezone: string): RecognisedFile | null {
  const { text } = file;
  if (isVtt(text)) return subtitles(new Found('vtt', timezone), name, file);
  const [, extension] = /\.(srt|vtt)$/i.exec(name) ?? [];
  if (isSrt(text, extension !== undefined)) {
    return subtitles(new Found('srt', timezone), name, file);
  }
  if (extension) {
    const line = text.split('\n').findIndex((each) => each.includes('-->')) + 1 || 1;
    const example = '00:00:01,000 --> 00:00:02,500';
    throw new UnfitFile(`${name}, line ${line}: The file has no times such as ${example}.`);
  }
  return isProse(name, text) ? plainText(name, file, timezone) : null;
}

function recogniseJson(name: string, json: unknown, timezone: string): RecognisedFile | null {
  if (isChatGpt(json))
    return { format: 'chatgpt', found: readChatGpt(name, json as unknown[], timezone) };
  const lifelogs = lifelogsOf(json);
  if (lifelogs) return { format: 'limitless', found: readLimitless(name, lifelogs, timezone) };
  const memories = mem0MemoriesOf(json);
  if (memories) return { format: 'mem0', found: readMem0(name, memories, timezone) };
  const lists = omiListsOf(json);
  return lists && { format: 'omi', found: readOmi(name, lists, timezone) };
}

function subtitles(found: Found, name: string, { text, raw }: FileText): RecognisedFile | null {
  const format = found.source;
  const { cues, problems, isRolling } = readCues(text);
  for (const { line, message } of problems) {
    found.misfit('parts', `${name}, line ${line}`, message);
  }
  if (isRolling) found.note(name, 'Lines that rolling captions repeat were taken once.');
  if (cues.length === 0) return problems.length > 0 ? { format, found } : null;
  add(found, name, { text, raw, cues, at: null });
  return { format, found };
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;

function plainText(name: string, { text, raw }: FileText, timezone: string): RecognisedFile | null {
  const isMarkdown = /\.(?:md|markdown|mkd)$/i.test(name) || /^(?:#{1,6} |---\n)/.test(text);
  const format = isMarkdown ? 'markdown' : 'text';
  const found = new Found(format, timezone);
  const front = isMarkdown ? FRONT_MATTER.exec(text) : null;
  const named = /^(?:date|created|created_at|started_at):\s*["']?([^"'\n]+)/im.exec(
    front?.[1] ?? '',
  );
  const bodyOf = (whole: string) =>
    isMarkdown ? withoutMarks(whole.replace(FRONT_MATTER, '')) : whole;
  const body = bodyOf(text);
  if (!/[\p{L}\p{N}]/u.test(body)) return null;
  const at = named ? found.timeOf(named[1], name, 'The date in the front matter') : null;
  add(found, name, { text: body, raw: bodyOf(raw), cues: null, at });
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
  {
    text,
    raw,
    cues,
    at,
  }: { text: string; raw: string; cues: readonly Cue[] | null; at: Date | null },
): void {
  const date = dateIn(name.split('/').at(-1)!) ?? dateIn(name);
  const external_id = [checksum(text), date ?? []].flat().join(' ');
  const started_at = at ?? found.timeOf(date, name, 'The date in the name of the file');
  found.transcripts.push({
    where: name,
    name,
    external_id,
    earlier_id: checksum(raw),
    started_at,
    cues,
    text,
  });
}

const checksum = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

const HOUR = String.raw`(?<hour>[01]\d|2[0-3])[.:h_-]?(?<minute>[0-5]\d)`;
/** `2026-03-02 09.30 Call.srt`, `20260302_093015.txt`, `GMT20260302-093015_Recording.vtt`, `Notiz 02.03.2026.txt`. */
const DATES = [
  String.raw`(?<day>(?:19|20)\d{2}-\d{2}-\d{2})(?:(?:[ T_-]+|[ _]at[ _])${HOUR})?`,
  String.raw`(?<zone>GMT|UTC)?(?<!\d)(?<day>(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?:[ T_-]?${HOUR}(?:\d{2})?)?(?!\d)`,
  String.raw`(?<!\d)(?<day>\d{1,2}\.\d{1,2}\.(?:19|20)\d{2})(?!\d)`,
].map((pattern) => new RegExp(pattern));

/** The date, and perhaps the time, in the name of a file. */
function dateIn(name: string): string | null {
  const found = DATES.map((pattern) => pattern.exec(name)?.groups).find((each) => each);
  if (!found) return null;
  const { day, hour, minute, zone } = found;
  const date = day!.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return hour === undefined ? date : `${date}T${hour}:${minute}${zone ? 'Z' : ''}`;
}
