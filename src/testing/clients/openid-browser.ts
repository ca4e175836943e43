/** The steps of a sign-in with an OpenID Connect provider, as a browser takes them. */
import assert from 'node:assert/strict';
import { CLIENT } from '../servers/openid-provider.ts';
import type { OpenIdProvider } from '../servers/openid-provider.ts';
import type { TestService } from '../start-service.ts';
import type { ApiUser } from './api-user.ts';
import { FormBrowser } from './oauth-browser.ts';

/** The settings of a service that uses the provider. */
export const environmentOf = ({ issuer }: OpenIdProvider, more: Record<string, string> = {}) => ({
  SVC_OIDC_ISSUER: issuer,
  SVC_OIDC_CLIENT_ID: CLIENT.id,
  SVC_OIDC_CLIENT_SECRET: CLIENT.secret,
  SVC_OIDC_NAME: 'Home',
  ...more,
});

let people = 0;
/** The claims of a person whom the provider does not know yet. */
export const newPerson = (more: object = {}) => {
  people += 1;
  const email = `person${people}@example.net`;
  return { sub: `person-${people}`, email, email_verified: true, name: `Ana ${people}`, ...more };
};

/** Opens an address and follows its redirects, between the service and the provider. */
export async function follow(browser: FormBrowser, url: string | URL): Promise<URL[]> {
  const chain = [new URL(url)];
  for (;;) {
    const at = chain.at(-1)!;
    const isPage = chain.length > 1 && !/^\/(v1|authorize|interaction)/.test(at.pathname);
    if (isPage) return chain;
    const response = await browser.fetch(at);
    const location = response.headers.get('location');
    assert.ok(location, `${at.href} → ${response.status} ${await response.clone().text()}`);
    chain.push(new URL(location, at));
  }
}

/** Signs in with the provider; returns the page that the browser opens in the end. */
export async function signIn(
  { url, service: { url: site } }: TestService,
  { browser = new FormBrowser(), query = '', invitation }: SignIn = {},
): Promise<URL> {
  let start = `${site}/v1/auth/oidc/start${query}`;
  if (invitation !== undefined) {
    const response = await browser.fetch(`${url}/v1/auth/oidc/start`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ invitation }),
    });
    const answer = (await response.json()) as { url: string };
    assert.deepEqual(Object.keys(answer), ['url']);
    start = answer.url;
  }
  return (await follow(browser, start)).at(-1)!;
}
interface SignIn {
  browser?: FormBrowser;
  query?: string;
  invitation?: string;
}

/** Connects the account of a signed-in user; returns the page that the browser opens. */
export async function link(
  { url }: TestService,
  { token }: Pick<ApiUser, 'token'>,
  { browser = new FormBrowser(), body = {}, session = token }: Link = {},
): Promise<URL> {
  const response = await browser.fetch(`${url}/v1/users/me/oidc/link`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { url: string };
  assert.equal(response.status, 200, JSON.stringify(answer));
  browser.keep(`svc_session=${session}; Path=/`);
  return (await follow(browser, answer.url)).at(-1)!;
}
interface Link {
  browser?: FormBrowser;
  body?: object;
  /** The session in which the browser returns; by default that of the user. */
  session?: string;
}

export const pathOf = ({ pathname, search }: URL) => pathname + search;
