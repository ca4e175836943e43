import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';

/** A device stays known for this many days after a sign-in. */
export const KNOWN_DAYS = 365;
const DAY_MS = 86_400_000;

/**
 * The devices from which a user has signed in before. A known device has a signed cookie for one
 * address. Known devices have a separate limit, so that attempts by strangers cannot lock them out.
 * The cookie gives no access.
 */
export interface KnownDevices {
  note(address: string, now: Date): string;
  /**
   * Returns the id of the device; null when the cookie is for another address, too old, or forged.
   */
  idOf(note: string | undefined, address: string, now: Date): string | null;
}

export function knownDevices(secret: string): KnownDevices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'known devices', 32));
  const sign = (id: string, until: string, address: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, until, address.toLowerCase()]))
      .digest();
  return {
    note(address, now) {
      const id = randomUUID();
      const until = String(now.getTime() + KNOWN_DAYS * DAY_MS);
      return `${id}.${until}.${sign(id, until, address).toString('base64url')}`;
    },
    idOf(note, address, now) {
      const [id = '', until = '', signature = ''] = (note ?? '').split('.');
      const given = Buffer.from(signature, 'base64url');
      const wanted = sign(id, until, address);
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      return Number(until) > now.getTime() ? id : null;
    },
  };
}
