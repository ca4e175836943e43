import { createECDH, randomBytes } from 'node:crypto';
import type { ApiUser } from './api-user.ts';

/** Subscribes to notifications like a browser whose push service does not exist. */
export async function subscribeToPush(user: ApiUser): Promise<void> {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const { status } = await user.call('PUT', '/v1/users/me/push-subscriptions', {
    endpoint: `https://push.invalid/${user.id}`,
    keys: {
      p256dh: keys.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  });
  if (status !== 200) throw new Error(`The subscription was answered with ${status}.`);
}
