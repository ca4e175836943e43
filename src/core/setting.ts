import { isIP } from 'node:net';
import { z } from 'zod';

/** One configuration entry: an environment variable, what it means, how it is checked. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  env: string;
  /** One sentence for the table in docs/configuration.md. */
  doc: string;
  /** Parses the text of the variable; its default (if any) is in the schema. */
  schema: Schema;
  /** Shown in the table when a value is absent, in words. */
  fallback?: string;
  /** Never printed, never logged. */
  secret?: boolean;
}

/** A room's slice of the configuration: data, joined with the others in config.ts. */
export type SettingSlice = Readonly<Record<string, Setting>>;

/** The parsed values of a slice. */
export type Settings<Slice extends SettingSlice> = {
  readonly [Name in keyof Slice]: z.infer<Slice[Name]['schema']>;
};

export function setting<Schema extends z.ZodType>(entry: Setting<Schema>): Setting<Schema> {
  return entry;
}

/**
 * A web address of a setting. One without a scheme is refused with the address that was meant:
 * `localhost:11434` parses as a URL whose scheme is `localhost:`.
 */
export function webAddress(example: string, schemes: readonly string[] = ['http', 'https']) {
  return z.string().superRefine((address, context) => {
    const url = URL.parse(address);
    if (url?.host && schemes.some((scheme) => url.protocol === `${scheme}:`)) return;
    const message = /^\w+:\/\//.test(address)
      ? `an address such as ${example}`
      : `the scheme is missing. Did you mean ${guess(address, schemes)}?`;
    context.addIssue({ code: 'custom', message });
  });
}

/** TLS everywhere but on this machine and the local network. */
function guess(address: string, schemes: readonly string[]): string {
  const host = URL.parse(`http://${address}`)?.hostname ?? '';
  const isNear = isIP(host.replace(/[[\]]/g, '')) !== 0 || !host.includes('.');
  const kind = schemes.includes('ws') && /\/listen\b|deepgram/i.test(address) ? 'ws' : 'http';
  return `${kind}${isNear || host.endsWith('.local') ? '' : 's'}://${address}`;
}
