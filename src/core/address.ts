import { isIP } from 'node:net';
import { z } from 'zod';

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
