import { createHash } from 'node:crypto';

/** A strong entity tag: equal exactly when the answer is equal, byte for byte (RFC 9110, 8.8.3). */
export function entityTag(json: string): string {
  return `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
}

/** Does `If-Match` or `If-None-Match` name this tag? Proxies that compress mark tags as weak. */
export function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
