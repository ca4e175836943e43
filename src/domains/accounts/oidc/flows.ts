import { z } from 'zod';
import { sealWith } from '../../../core/seal.ts';

/** The time that a user has at the provider. */
export const FLOW_MS = 10 * 60_000;

const Flow = z.object({
  /** Null for a sign-in; otherwise the user who connects the provider to the own account. */
  user_id: z.string().nullable(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** A path of this service. */
  return_to: z.string(),
  timezone: z.string().nullable(),
  invitation: z.string().nullable(),
  expires_at: z.number(),
});

/** A sign-in between the start and the answer of the provider. */
export type Flow = z.infer<typeof Flow>;

/**
 * The browser keeps its sign-ins in sealed cookies, so strangers who start sign-ins cannot fill the
 * database, and the answer of the provider works only in the browser that asked.
 */
export interface Flows {
  close(flow: Flow): string;
  /** Returns null when the text is forged, for another state, or too old. */
  open(sealed: string, state: string, now: Date): Flow | null;
}

export function openFlows(secret: string): Flows {
  const seal = sealWith(secret, 'oidc sign-in');
  return {
    close: (flow) => seal.close(JSON.stringify(flow)).toString('base64url'),
    open(sealed, state, now) {
      try {
        const flow = Flow.parse(JSON.parse(seal.open(Buffer.from(sealed, 'base64url'))));
        return flow.state === state && flow.expires_at > now.getTime() ? flow : null;
      } catch {
        return null;
      }
    },
  };
}

/** Returns the path if it belongs to this service; otherwise null. */
export function ownPath(given: string): string | null {
  const here = 'http://here.invalid';
  const url = given.startsWith('/') ? URL.parse(given, here) : null;
  if (url?.origin !== here) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // A path such as `/.//example.org` names another host once its dots are resolved. The API shows
  // no pages, and its start of a sign-in would begin again.
  return path.startsWith('//') || path.startsWith('/v1/') ? null : path;
}
