import type { z } from 'zod';
import type { Problem } from '../core/errors.ts';

/**
 * The names of problem types (`type`) match the names that clients of the reference service expect.
 */
export function problemsOf(error: z.ZodError): Problem[] {
  return error.issues.flatMap(problemsOfIssue);
}

/**
 * Finds text that no database stores: text with NUL or with an unpaired surrogate. Most shapes
 * refuse such text; this function covers all other input.
 */
export function unusableText(value: unknown, loc: Problem['loc'] = []): Problem[] {
  if (typeof value === 'string') {
    const problem = (msg: string, type: string) => [{ loc, msg, type }];
    if (value.includes('\0')) {
      return problem('String should not contain NUL characters', 'string_nul');
    }
    return value.isWellFormed() ? [] : problem('String should be valid Unicode', 'string_unicode');
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return inner.flatMap(([part, each]) => unusableText(each, [...loc, part]));
}

function problemsOfIssue(issue: z.core.$ZodIssue): Problem[] {
  const loc = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      loc: [...loc, key],
      msg: 'Extra inputs are not permitted',
      type: 'extra_forbidden',
    }));
  }
  return [{ loc, msg: message(issue), type: typeOf(issue) }];
}

function message(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined
      ? 'Field required'
      : `Input should be a valid ${issue.expected}`;
  }
  // The default messages of zod begin with this text and are replaced. Messages from our shapes are
  // kept.
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid ')) {
    return `Input should be ${issue.values.map((value) => `'${String(value)}'`).join(' or ')}`;
  }
  return issue.message;
}

function typeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'missing' : `${issue.expected}_type`;
    case 'invalid_value':
      return 'enum';
    case 'too_big':
      return issue.origin === 'array' ? 'too_long' : 'less_than_equal';
    case 'too_small':
      return issue.origin === 'array' ? 'too_short' : 'greater_than_equal';
    case 'custom':
      return typeof issue.params?.['type'] === 'string' ? issue.params['type'] : 'value_error';
    default:
      return 'value_error';
  }
}
