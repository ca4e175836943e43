import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from './core/errors.ts';
import { setting } from './core/setting.ts';
import type { Setting, Settings, SettingSlice } from './core/setting.ts';
import { accountSettings } from './domains/accounts/account.ts';
import { chatSettings } from './domains/chat/files/settings.ts';
import { quotaSettings } from './domains/quotas/settings.ts';
import { audioSettings } from './domains/recordings/settings.ts';
import {
  discardSettings,
  languageModelSettings,
  understandingSettings,
} from './domains/understanding/settings.ts';
import { grantSettings } from './domains/access/grants/grant.ts';
import { listeningContradictions, listeningSettings } from './domains/listening/settings.ts';
import { modelSettings } from './domains/models/settings.ts';
import { oidcContradictions, oidcSettings } from './domains/accounts/oidc/settings.ts';
import { webhookSettings } from './domains/webhooks/webhook.ts';
import { embeddingsSettings, searchSettings } from './domains/search/settings.ts';
import { backupSettings } from './storage/backup/settings.ts';
import { bucketContradictions, bucketSettings } from './storage/bucket/settings.ts';
import { fileSettings } from './storage/objects/settings.ts';
import { metricsSettings } from './transports/metrics/settings.ts';
import { tracingSettings } from './transports/tracing/settings.ts';
import { wyomingContradictions, wyomingSettings } from './transports/wyoming/settings.ts';
import { serverSettings } from './transports/http/settings.ts';
import { requestSettings } from './domains/requests/rate-limits.ts';

const storageSettings = {
  dataDir: setting({
    env: 'SVC_DATA_DIR',
    doc:
      'The folder of the embedded database, of sound that is not transcribed yet, and of the ' +
      'generated secret.',
    schema: z
      .string()
      .min(1)
      .default(join(homedir(), '.commonplace'))
      .transform((path) => resolve(path)),
    fallback: '`~/.commonplace`',
  }),
  databaseUrl: setting({
    env: 'DATABASE_URL',
    doc:
      'The address of a PostgreSQL (15 or newer) that replaces the embedded database, e.g. ' +
      '`postgres://me:secret@db/commonplace`.',
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'an address such as postgres://user:password@host/database')
      .optional(),
    fallback: 'none: the embedded database',
    secret: true,
  }),
  databaseConnections: setting({
    env: 'SVC_DATABASE_CONNECTIONS',
    doc:
      'The maximum number of connections of this process to PostgreSQL. One more connection ' +
      'listens for changes.',
    schema: z.coerce.number().int().min(2).max(100).default(10),
  }),
  minFreeMib: setting({
    env: 'SVC_MIN_FREE_MIB',
    doc:
      'The minimum free space on the disk of the data folder. With less, the service refuses ' +
      'new data with 507 until there is space again.',
    schema: z.coerce.number().int().min(0).default(100),
  }),
  secret: setting({
    env: 'SVC_SECRET',
    doc: 'The secret that signs data against forgery; at least 32 characters.',
    schema: z.string().min(32, 'at least 32 characters').optional(),
    fallback: 'generated once and stored in the data folder',
    secret: true,
  }),
};

/** All settings by room; docs/configuration.md is generated from them. */
export const SLICES = {
  server: serverSettings,
  storage: storageSettings,
  files: fileSettings,
  backup: backupSettings,
  bucket: bucketSettings,
  accounts: accountSettings,
  oidc: oidcSettings,
  requests: requestSettings,
  grants: grantSettings,
  listening: listeningSettings,
  models: modelSettings,
  discard: discardSettings,
  audio: audioSettings,
  quotas: quotaSettings,
  chat: chatSettings,
  understanding: understandingSettings,
  languageModel: languageModelSettings,
  embeddings: embeddingsSettings,
  search: searchSettings,
  webhooks: webhookSettings,
  metrics: metricsSettings,
  tracing: tracingSettings,
  wyoming: wyomingSettings,
};

export type Config = { readonly [Room in keyof typeof SLICES]: Settings<(typeof SLICES)[Room]> };

/**
 * Only the command-line client reads these variables. The server ignores these variables instead of
 * reporting misspelt settings.
 */
const CLIENT_VARIABLES = ['SVC_API_KEY', 'SVC_API_BASE_URL', 'SVC_SESSION'];

/** Parses the environment once. Reports all problems together, as sentences. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const complaints = unknownNames(environment);
  const parse = (slice: SettingSlice) =>
    Object.fromEntries(
      Object.entries(slice).map(([name, entry]) => [
        name,
        parseOne(entry, environment, complaints),
      ]),
    );
  const config = Object.fromEntries(
    Object.entries(SLICES).map(([room, slice]) => [room, Object.freeze(parse(slice))]),
  ) as Config;
  complaints.push(...contradictions(config));
  if (complaints.length > 0) throw new StartError(complaints.join('\n'));
  return Object.freeze(config);
}

function parseOne(
  { env, schema, secret }: Setting,
  environment: Record<string, string | undefined>,
  complaints: string[],
): unknown {
  const text = environment[env]?.trim() || undefined;
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  const shown = secret ? '' : ` is ${JSON.stringify(text)}`;
  complaints.push(
    `${env}${shown}: ${parsed.error.issues.map(({ message }) => message).join('; ')}`,
  );
  return undefined;
}

function unknownNames(environment: Record<string, string | undefined>): string[] {
  const known = [
    ...Object.values(SLICES).flatMap((slice) => Object.values(slice).map(({ env }) => env)),
    ...CLIENT_VARIABLES,
  ];
  return Object.keys(environment)
    .filter((name) => name.startsWith('SVC_') && !known.includes(name))
    .map((name) => `${name} is not a setting. Did you mean ${nearest(name, known)}?`);
}

function contradictions(config: Config): string[] {
  const { accounts, backup, bucket, files, languageModel, embeddings, listening } = config;
  const complaints = [
    ...listeningContradictions(listening),
    ...bucketContradictions([backup.folder, files.address], bucket),
    ...oidcContradictions(config.oidc),
    ...wyomingContradictions(config.wyoming),
  ];
  if (accounts.ownerPassword && !accounts.ownerEmail) {
    complaints.push('SVC_OWNER_PASSWORD is set without SVC_OWNER_EMAIL: set both or neither.');
  }
  if (accounts.ownerEmail && !accounts.ownerPassword) {
    complaints.push('SVC_OWNER_EMAIL is set without SVC_OWNER_PASSWORD: set both or neither.');
  }
  if (languageModel.baseUrl && !languageModel.model) {
    complaints.push(
      'SVC_LLM_BASE_URL is set without SVC_LLM_MODEL: also set the name of the model.',
    );
  }
  if (embeddings.baseUrl && !embeddings.model) {
    complaints.push(
      'SVC_EMBEDDINGS_BASE_URL is set without SVC_EMBEDDINGS_MODEL: also set the name of the model.',
    );
  }
  return complaints;
}

function nearest(name: string, known: readonly string[]): string {
  return known.toSorted((a, b) => distance(name, a) - distance(name, b))[0]!;
}

/** Returns the Levenshtein distance: the minimum number of letters to insert, delete or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
