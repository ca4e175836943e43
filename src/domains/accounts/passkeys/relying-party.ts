import { isIP } from 'node:net';
import { Conflict } from '../../../core/errors.ts';

/** The service as browsers see it: passkeys belong to `id`, and work on pages of `origins`. */
export interface RelyingParty {
  id: string;
  origins: string[];
}

const NEEDS_NAME =
  'Passkeys need https and a host name, or localhost. Set SVC_BASE_URL to the https address of this service.';

/** Throws when browsers permit no passkeys at this address. */
export function requireRelyingParty(site: string): RelyingParty {
  const { protocol, hostname, origin, port } = new URL(site);
  const isLoopback = hostname === '127.0.0.1' || hostname === '[::1]' || hostname === '0.0.0.0';
  if (isLoopback || hostname === 'localhost') {
    const here = `${protocol}//localhost${port && `:${port}`}`;
    return { id: 'localhost', origins: [here] };
  }
  if (protocol !== 'https:' || isIP(hostname.replace(/[[\]]/g, '')) !== 0) {
    throw new Conflict(NEEDS_NAME);
  }
  return { id: hostname, origins: [origin] };
}
