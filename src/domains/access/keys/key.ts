import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CreatedAt, text, Timestamp } from '../../../core/wire.ts';
import {
  ASSISTANT_SCOPES,
  assistantScope,
  DEVELOPER_SCOPES,
  DEVICE_SCOPES,
  dotted,
} from '../../../core/scopes.ts';
import type { Scope } from '../../../core/scopes.ts';

/** The families of keys. A key works only on the routes of its family. */
export const FAMILIES = {
  developer: { prefix: 'svc_dev_', article: 'a', name: 'developer key', opens: '/v1/dev/… routes' },
  mcp: {
    prefix: 'svc_mcp_',
    article: 'an',
    name: 'MCP key',
    opens: 'the MCP endpoint and /v1/mcp/… routes',
  },
  device: {
    prefix: 'svc_dvc_',
    article: 'a',
    name: 'device key',
    opens: '/v4/listen, uploads and the end of its own recording',
  },
} as const;
export type Family = keyof typeof FAMILIES;

/** The scopes of each family: all scopes, the default scopes, and the family's notation. */
export const FAMILY_SCOPES: Record<
  Family,
  {
    all: readonly Scope[];
    unasked: readonly Scope[];
    named(word: string): Scope | null;
    shown(scope: string): string;
  }
> = {
  developer: {
    all: DEVELOPER_SCOPES,
    unasked: DEVELOPER_SCOPES.filter((scope) => scope.endsWith(':read')),
    named: (word) => DEVELOPER_SCOPES.find((scope) => scope === word) ?? null,
    shown: (scope) => scope,
  },
  // With a key of this family, an assistant acts for the user.
  mcp: {
    all: ASSISTANT_SCOPES,
    unasked: ASSISTANT_SCOPES,
    named: assistantScope,
    shown: dotted,
  },
  device: {
    all: DEVICE_SCOPES,
    unasked: DEVICE_SCOPES,
    named: (word) => DEVICE_SCOPES.find((scope) => scope === word) ?? null,
    shown: (scope) => scope,
  },
};

/** After a key is created, only its prefix and this many further characters are shown. */
const SHOWN_CHARACTERS = 6;

export const Key = z
  .object({
    id: z.string().describe('The id of the key.'),
    name: z.string().describe('The purpose of the key.'),
    key_prefix: z.string().describe('The first characters, by which people recognise the key.'),
    scopes: z.array(z.string()).nullable().describe('The permissions of the key; never null.'),
    created_at: CreatedAt,
    last_used_at: Timestamp.nullable().describe(
      'The time of the last request with the key; null before the first.',
    ),
  })
  .meta({ id: 'ApiKey' });

export const CreatedKey = Key.extend({
  key: z.string().describe('The whole key. Only this answer shows the key.'),
}).meta({ id: 'ApiKeyCreated' });

export const NewKey = z.strictObject({
  name: text({ max: 200 }).describe('The purpose of the key.'),
  scopes: z
    .array(z.string().max(100))
    .max(50)
    .nullish()
    .describe(
      'The permissions of the key. Default: a developer key may read everything and write ' +
        'nothing, and an MCP key may do everything that an assistant can.',
    ),
});

/** Makes a key: the prefix of the family and 256 random bits. */
export function mintKey(family: Family): string {
  return FAMILIES[family].prefix + randomBytes(32).toString('base64url');
}

export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export function shownPrefix(family: Family, key: string): string {
  return key.slice(0, FAMILIES[family].prefix.length + SHOWN_CHARACTERS);
}

/**
 * Returns the family that the prefix of a credential names; null when it is not one of our keys.
 */
export function familyOf(credential: string): Family | null {
  const found = Object.entries(FAMILIES).find(([, { prefix }]) => credential.startsWith(prefix));
  return found ? (found[0] as Family) : null;
}

/**
 * Returns whether a text contains a key. Such a text must not become a name, because lists show
 * names.
 */
export function containsKey(text: string): boolean {
  return /svc_(dev|mcp|dvc|ses|oat|ort)_[\w-]{16,}/.test(text);
}
