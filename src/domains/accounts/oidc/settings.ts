import { z } from 'zod';
import { setting, webAddress } from '../../../core/setting.ts';
import type { Settings } from '../../../core/setting.ts';

const HTTPS = 'https, or http on this machine: the answers of the provider prove who signs in';

function isPrivateConnection(address: string): boolean {
  const url = URL.parse(address);
  return (
    url?.protocol === 'https:' ||
    ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? 'localhost')
  );
}

export const oidcSettings = {
  issuer: setting({
    env: 'SVC_OIDC_ISSUER',
    doc:
      'The issuer address of an OpenID Connect provider, with which users can sign in; see ' +
      '[Sign-in with OpenID Connect](oidc.md).',
    schema: webAddress('https://id.example.org')
      .refine(isPrivateConnection, HTTPS)
      .transform((address) => new URL(address).href)
      .optional(),
    fallback: 'none',
  }),
  clientId: setting({
    env: 'SVC_OIDC_CLIENT_ID',
    doc: 'The client id under which the service is registered at the provider.',
    schema: z.string().max(500).optional(),
    fallback: 'none',
  }),
  clientSecret: setting({
    env: 'SVC_OIDC_CLIENT_SECRET',
    doc: 'The client secret. A public client has none.',
    schema: z.string().max(2_000).optional(),
    fallback: 'none',
    secret: true,
  }),
  name: setting({
    env: 'SVC_OIDC_NAME',
    doc: 'The name of the provider on the button "Continue with …".',
    schema: z.string().max(40).default('OpenID Connect'),
  }),
  scopes: setting({
    env: 'SVC_OIDC_SCOPES',
    doc: 'The scopes that the service asks for, separated by spaces.',
    schema: z
      .string()
      .max(500)
      .default('openid email profile')
      .refine((scopes) => scopes.split(/\s+/).includes('openid'), 'a list with openid'),
  }),
};

export type OidcSettings = Settings<typeof oidcSettings>;

/** Returns the settings that contradict each other, as sentences. */
export function oidcContradictions({ issuer, clientId, clientSecret }: OidcSettings): string[] {
  const complaints: string[] = [];
  if (issuer && !clientId) {
    complaints.push(
      'SVC_OIDC_ISSUER is set without SVC_OIDC_CLIENT_ID: also set the client id that the provider gave.',
    );
  }
  const given = { SVC_OIDC_CLIENT_ID: clientId, SVC_OIDC_CLIENT_SECRET: clientSecret };
  for (const [name, value] of Object.entries(given)) {
    if (value && !issuer) {
      complaints.push(
        `${name} is set without SVC_OIDC_ISSUER: also set the address of the provider.`,
      );
    }
  }
  return complaints;
}
