/** Finds secrets by their form, independently of the words around them. */
import type { NumberRun, SecretToken } from './tokens.ts';

export interface SecretSpan {
  turn: number;
  start: number;
  end: number;
}

const KEYS = new RegExp(
  [
    String.raw`\bsk-[A-Za-z0-9_-]{16,}`,
    String.raw`\b[sr]k_(?:live|test)_[A-Za-z0-9]{10,}`,
    String.raw`\bgh[pousr]_[A-Za-z0-9]{20,}`,
    String.raw`\bgithub_pat_[A-Za-z0-9_]{20,}`,
    String.raw`\bglpat-[\w-]{16,}`,
    String.raw`\bxox[abeoprs]-[\w-]{10,}`,
    String.raw`\bxapp-[\w-]{16,}`,
    String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
    String.raw`\bAIza[\w-]{30,}`,
    String.raw`\bya29\.[\w-]{20,}`,
    String.raw`\bhf_[A-Za-z0-9]{20,}`,
    String.raw`\bnpm_[A-Za-z0-9]{30,}`,
    String.raw`\bpypi-[\w-]{16,}`,
    String.raw`\bdop_v1_[a-f0-9]{32,}`,
    String.raw`\bSG\.[\w-]{16,80}\.[\w-]{16,}`,
    String.raw`\bwhsec_[\w+/=-]{16,}`,
    String.raw`\bshp(?:at|ss|ca|pa)_[a-f0-9]{24,}`,
    String.raw`\b\d{8,10}:AA[\w-]{30,}`,
    String.raw`\bAGE-SECRET-KEY-1[A-Z0-9]{30,}`,
    String.raw`\beyJ[\w-]{8,2000}\.[\w-]{8,}(?:\.[\w-]*)?`,
    String.raw`\bsvc_(?:dev|mcp|ses|oat|ort|code|once)_[\w-]{8,}`,
    String.raw`\b[Bb]earer\s+[\w.~+/=-]{16,}`,
  ].join('|'),
  'g',
);
/** Matches the password in an address. */
const IN_ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{0,64}:([^\s@/]{1,256})@/gi;
const PEM = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----|-----END [A-Z ]{0,40}PRIVATE KEY-----/g;
/**
 * Matches a line of a key file or another long key. Does not match words, addresses or hexadecimal
 * fingerprints.
 */
const LONG_BASE64 = /[A-Za-z0-9+/_-]{40,}={0,2}/g;
const MIXED = [/[a-z]/, /[A-Z]/, /\d/];
const SOCIAL_SECURITY = /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g;
const IBAN = /\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}/gi;

export function shapesIn(turns: readonly string[]): SecretSpan[] {
  const found: SecretSpan[] = [];
  let inKeyFile = false;
  for (const [turn, text] of turns.entries()) {
    const add = (start: number, length: number) => found.push({ turn, start, end: start + length });
    for (const shape of [KEYS, SOCIAL_SECURITY]) {
      for (const match of text.matchAll(shape)) add(match.index, match[0].length);
    }
    for (const { 0: key, index } of text.matchAll(LONG_BASE64)) {
      const isInAddress = /[:/.]/.test(text[index - 1] ?? '') || text[index + key.length] === ':';
      if (!isInAddress && MIXED.every((kind) => kind.test(key))) add(index, key.length);
    }
    for (const { 0: whole, 1: password, index } of text.matchAll(IN_ADDRESS)) {
      add(index + whole.length - 1 - password!.length, password!.length);
    }
    for (const { 0: iban, index } of text.matchAll(IBAN)) {
      const length = ibanLength(iban);
      if (length > 0) add(index, length);
    }
    let from = inKeyFile ? 0 : -1;
    for (const { 0: line, index } of text.matchAll(PEM)) {
      inKeyFile = line.includes('BEGIN');
      if (inKeyFile) from = from < 0 ? index : from;
      else if (from >= 0) {
        add(from, index + line.length - from);
        from = -1;
      }
    }
    if (from >= 0 && text.length > from) add(from, text.length - from);
  }
  return found;
}

/**
 * Returns the length of an IBAN with correct check digits at the start of the text; otherwise 0.
 */
function ibanLength(text: string): number {
  let remainder = 0;
  const characters = [...text.toUpperCase()]
    .entries()
    .filter(([, character]) => /[A-Z0-9]/.test(character))
    .toArray();
  const head = characters.slice(0, 4);
  const digits = (part: string) => (part >= 'A' ? String(part.charCodeAt(0) - 55) : part);
  const modulo = (start: number, character: string) =>
    [...digits(character)].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, start);
  for (const [count, [place, character]] of characters.slice(4).entries()) {
    remainder = modulo(remainder, character);
    if (count < 10) continue;
    const whole = head.reduce((rest, [, each]) => modulo(rest, each), remainder);
    const next = text[place + 1];
    if (whole === 1 && (next === undefined || !/[A-Z0-9]/i.test(next))) return place + 1;
  }
  return 0;
}

/** Numbers of payment cards end with a check digit. */
export function isCardNumber(digits: string): boolean {
  if (!/^[2-6]\d{12,18}$/.test(digits)) return false;
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

export function secretSpans(
  tokens: readonly SecretToken[],
  { from, until }: Pick<NumberRun, 'from' | 'until'>,
): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { turn, start, end } of tokens.slice(from, until)) {
    const last = spans.at(-1);
    if (last?.turn === turn) last.end = Math.max(last.end, end);
    else spans.push({ turn, start, end });
  }
  return spans;
}
