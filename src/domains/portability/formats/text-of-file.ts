/** Reads the text and the JSON of a file; refuses what is neither, with the reason and the place. */
import { wordList } from '../../../core/text.ts';
import { UnfitFile } from '../../../core/errors.ts';

export interface FileText {
  /** Its lines end in `\n`, and nothing invisible is before its first letter. */
  text: string;
  raw: string;
  /** Says that letters may be wrong, because the file is not valid UTF-8. */
  note: string | null;
}

const WINDOWS =
  'The file is not UTF-8, so it was read as Windows-1252. If letters are wrong, delete the ' +
  'conversation, save the file as UTF-8, and import it again.';
const DAMAGED = 'The file contains bytes that are not UTF-8. A � stands in their places.';

/** Marks of order and direction that editors put in front of a text. */
const INVISIBLE = /^[\s\ufeff\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069]+/;

export function textOfFile(name: string, content: Buffer): FileText {
  const read = decoded(content);
  if (!read) {
    const problem = isBinary(content)
      ? 'This is no text. The service does not know the format of this file.'
      : 'The encoding of this text is unknown. Save it as UTF-8, and import it again.';
    throw new UnfitFile(`${name}: ${problem} docs/importing.md lists the formats.`);
  }
  const raw = read.text.replace(/^\ufeff/, '');
  const text = raw.replace(INVISIBLE, '').replace(/\r*\n|\r/g, '\n');
  return { text, raw, note: read.note };
}

function decoded(content: Buffer): Omit<FileText, 'raw'> | null {
  const utf16 = utf16Of(content);
  if (utf16) return { text: new TextDecoder(utf16).decode(content), note: null };
  if (isBinary(content)) return null;
  const text = content.toString();
  const wrong = count(text, /\ufffd/g) - count(content.toString('latin1'), /\u00ef\u00bf\u00bd/g);
  if (wrong === 0) return { text, note: null };
  // Bytes of other encodings hardly ever form letters of UTF-8.
  if (count(text, /[^\0-\x7f\ufffd]/g) > wrong) return { text, note: DAMAGED };
  const western = new TextDecoder('windows-1252').decode(content);
  return isWestern(western) ? { text: western, note: WINDOWS } : null;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Control characters, which no text contains. */
const isBinary = (content: Buffer): boolean =>
  // oxlint-disable-next-line no-control-regex -- they tell a picture from a text
  /[\0-\x08\x0e-\x19\x1c-\x1f]/.test(content.toString('latin1'));

/** Returns the kind of UTF-16, by its mark or by the zeros beside most letters. */
function utf16Of(content: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (content.length < 2 || content.length % 2 > 0) return null;
  const mark = content.readUInt16BE(0);
  if (mark === 0xfffe) return 'utf-16le';
  if (mark === 0xfeff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of content.subarray(0, 4096).entries()) {
    if (byte === 0) zeros[index % 2]! += 1;
  }
  const many = Math.min(content.length, 4096) / 4;
  if (zeros[0] === 0 && zeros[1]! > many) return 'utf-16le';
  return zeros[1] === 0 && zeros[0]! > many ? 'utf-16be' : null;
}

/**
 * Texts in Windows-1252 are in Latin script, so few of their letters are accented, and signs do not
 * stand inside words. Other encodings for one byte read as it are nonsense.
 */
function isWestern(text: string): boolean {
  const accented = count(text, /[\u00c0-\u00ff]/g);
  const isLatin = accented * 3 <= count(text, /[A-Za-z]/g) || accented <= 2;
  // oxlint-disable-next-line no-control-regex -- bytes that Windows-1252 does not have
  return isLatin && !/[\u0080-\u009f]|[a-z][¡-§©«¬®¯±-³µ¶¸¹»-¿÷×]+[a-z]|[¹³][a-z]/i.test(text);
}

interface FileJson {
  value: unknown;
  /** The lines that are not JSON, if each line is a record. */
  broken: number[];
}

/** Returns the JSON of a text, or a record of JSON in each line; null for other texts. */
export function jsonOfFile(name: string, text: string): FileJson | null {
  const isNamedSo = /\.(?:json|jsonl|ndjson)$/i.test(name);
  if (!isNamedSo && !/^(?:\{\s*(?:["}]|$)|(?:\[\s*)+(?:[{"]|\]?\s*$))/.test(text)) return null;
  const whole = parsed(text);
  if (whole !== undefined) return { value: whole, broken: [] };
  const lines = text.trimEnd().split('\n');
  if (lines.length === 1 || typeof parsed(lines[0]!) !== 'object') {
    throw new UnfitFile(`${name}: ${sentenceOf(text)}`);
  }
  const values = lines.map((line) => (line.trim() === '' ? null : parsed(line)));
  const broken = [...values.keys()].filter((at) => values[at] === undefined);
  if (broken.at(-1) === lines.length - 1) {
    throw new UnfitFile(`${name}, line ${lines.length}: This is not valid JSON. ${CUT}`);
  }
  const value = values.filter((each) => each !== null && each !== undefined);
  return { value, broken: broken.map((at) => at + 1) };
}

const CUT = 'Perhaps the file was cut; fetch it again.';

function sentenceOf(text: string): string {
  const message = problemOf(text);
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
  if (position >= text.trimEnd().length || message.startsWith('Unterminated')) {
    return `This is not valid JSON: it ends too early. ${CUT}`;
  }
  const before = text.slice(0, position).split('\n');
  return `This is not valid JSON: line ${before.length}, column ${before.at(-1)!.length + 1}.`;
}

function problemOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = /[:[,\s]-?\d{16}/.test(text)
      ? JSON.parse(text, exactly)
      : JSON.parse(text);
    return usable(text, value);
  } catch {
    return undefined;
  }
}

/** An integer that a number cannot hold stays as it is written, as a text. */
function exactly(
  _name: string,
  value: unknown,
  { source = '' }: { source?: string } = {},
): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
  return isInexact && /^-?\d+$/.test(source) ? source : value;
}

/** JSON may contain halves of characters and NUL, which no database stores. They become U+FFFD. */
function usable(text: string, value: unknown): unknown {
  return /\\u(?:d[89a-f]|0000)/i.test(text) ? replaced(value) : value;
}

function replaced(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(replaced);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [replaced(name) as string, replaced(each)]),
  );
}

const EXTENSION = /\.([a-z][a-z\d]{0,7})$/i;
const PROSE = wordList('txt text md markdown mkd log rst org');
/** Beginnings of formats that are made of text, but not to be read by people. */
const MACHINE =
  /^(?:<!doctype|<\?xml|<html|<svg|\{\\rtf|%PDF-|BEGIN:V(?:CALENDAR|CARD)|-----BEGIN )/i;

/** Returns whether all lines have the same number of cells. People write a space after a comma. */
function isTable(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const cells = new Set(lines.map((line) => count(line, /[,;](?=\S)/g)));
  return lines.length > 1 && cells.size === 1 && !cells.has(0) && !cells.has(1);
}

/** Returns whether a text is one that somebody said or wrote, by its name and by its words. */
export function isProse(name: string, text: string): boolean {
  const extension = EXTENSION.exec(name.split('/').at(-1)!)?.[1]?.toLowerCase();
  if (extension !== undefined && !PROSE.includes(extension)) return false;
  if (MACHINE.test(text) || isTable(text) || !/[\p{L}\p{N}]/u.test(text)) return false;
  // Keys, pictures and other data that is written in letters have no words.
  const unreadable = text.match(/[\x21-\x7e]{120,}/g)?.join('').length ?? 0;
  return unreadable * 2 < text.length;
}
