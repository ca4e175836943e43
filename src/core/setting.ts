import { isIP } from 'node:net';
import { z } from 'zod';

/** One configuration entry: its environment variable, its meaning and its check. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  env: string;
  /** One sentence for the table in docs/configuration.md. */
  doc: string;
  /** Parses and checks the variable; contains the default, if there is one. */
  schema: Schema;
  /** The table shows this sentence when the variable has no value. */
  fallback?: string;
  /** The value is never printed or logged. */
  secret?: boolean;
}

/** The settings of one room, as data; config.ts joins the settings of all rooms. */
export type SettingSlice = Readonly<Record<string, Setting>>;

/** The parsed values of these settings. */
export type Settings<Slice extends SettingSlice> = {
  readonly [Name in keyof Slice]: z.infer<Slice[Name]['schema']>;
};

export function setting<Schema extends z.ZodType>(entry: Setting<Schema>): Setting<Schema> {
  return entry;
}

/**
 * A setting whose value is a web address. An address without a scheme is refused, and the error
 * suggests the likely address, because `localhost:11434` would parse as a URL with the scheme
 * `localhost:`.
 */
export function webAddress(example: string, schemes: readonly string[] = ['http', 'https']) {
  return z.string().superRefine((address, context) => {
    const url = URL.parse(address);
    // `fetch` refuses such an address, with the password in its message.
    const isFetched = !schemes.includes('ws');
    const hasSecret = isFetched && Boolean(url?.username || url?.password);
    const isRight = url?.host && schemes.some((scheme) => url.protocol === `${scheme}:`);
    if (isRight && !hasSecret) return;
    const message = hasSecret
      ? `an address without a user and password, such as ${example}`
      : /^\w+:\/\//.test(address)
        ? `an address such as ${example}`
        : `the scheme is missing. Did you mean ${guess(address, schemes)}?`;
    context.addIssue({ code: 'custom', message });
  });
}

/** Suggests TLS, except for this machine and the local network. */
function guess(address: string, schemes: readonly string[]): string {
  const host = URL.parse(`http://${address}`)?.hostname ?? '';
  const isNear = isIP(host.replace(/[[\]]/g, '')) !== 0 || !host.includes('.');
  const kind = schemes.includes('ws') && /\/listen\b|deepgram/i.test(address) ? 'ws' : 'http';
  return `${kind}${isNear || host.endsWith('.local') ? '' : 's'}://${address}`;
}

/** The first parts of the paths that the service has itself. */
const OWN_PATHS = (
  'v1 v2 v3 v4 mcp docs connect connections authorize token revoke assets setup welcome sign-in ' +
  'talk conversations memories tasks goals people ask search settings operator shared'
).split(' ');

/** Returns whether the address has neither a query, a fragment nor a user. */
export function isBaseAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.href === url.origin + url.pathname &&
    // A path with other characters would have several spellings. A path of the service itself would
    // have two meanings.
    /^[\w./~-]*$/.test(url.pathname) &&
    !OWN_PATHS.includes(url.pathname.split('/')[1]!)
  );
}

/** Returns whether the address also has no path. */
export function isOrigin(address: string): boolean {
  return isBaseAddress(address) && new URL(address).pathname === '/';
}
