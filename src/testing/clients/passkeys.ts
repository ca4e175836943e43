import assert from 'node:assert/strict';
import { OWNER } from '../template.ts';
import { request } from './api-user.ts';
import type { ApiUser } from './api-user.ts';
import { Authenticator } from './authenticator.ts';

/** Adds a passkey to the account of the owner, or of somebody who has just signed in. */
export async function addPasskey(user: ApiUser, name: string): Promise<void> {
  const path = '/v1/users/me/passkeys';
  const metadata = '/.well-known/oauth-authorization-server';
  const { issuer } = (await request(user.url, 'GET', metadata)).body;
  const { origin } = new URL(issuer.replace('127.0.0.1', 'localhost'));
  let started = await user.call('POST', `${path}/options`, {});
  if (started.status === 403) {
    started = await user.call('POST', `${path}/options`, { current_password: OWNER.password });
  }
  assert.equal(started.status, 200, JSON.stringify(started.body));
  const credential = new Authenticator(origin).create(started.body.options);
  const { status, body } = await user.call('POST', path, { name, credential });
  assert.equal(status, 200, JSON.stringify(body));
}
