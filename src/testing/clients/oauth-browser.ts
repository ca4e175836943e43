import { createHash, randomBytes } from 'node:crypto';
import type { Json } from './api-user.ts';

/**
 * A browser without a window and without scripts, which keeps cookies, fills in forms and follows
 * redirects.
 */
export class FormBrowser {
  readonly #cookies: { name: string; value: string; path: string }[] = [];

  async fetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const sent = this.#cookies.filter(({ path }) => pathname.startsWith(path));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { Accept: 'text/html', ...(cookie && { cookie }), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  /** Follows redirects as long as they stay on the origin of `url`. */
  async open(url: string | URL, init?: RequestInit): Promise<BrowserPage> {
    let at = new URL(url);
    let response = await this.fetch(at, init);
    for (;;) {
      const location =
        response.headers.get('location') ??
        /^0; url=(.*)$/.exec(response.headers.get('refresh') ?? '')?.[1];
      if (!location) return { url: at, response, text: await response.text() };
      const next = new URL(location, at);
      if (next.origin !== at.origin) return { url: next, response, text: '' };
      at = next;
      response = await this.fetch(at);
    }
  }

  /** Submits the form of a page, including its hidden fields. */
  submit(
    page: BrowserPage,
    fields: Record<string, string | string[]>,
    headers: Record<string, string> = {},
  ): Promise<BrowserPage> {
    const body = new URLSearchParams({ proof: proofOf(page) });
    for (const [name, values] of Object.entries(fields)) {
      for (const value of [values].flat()) body.append(name, value);
    }
    return this.open(page.url, { method: 'POST', body, headers });
  }

  cookie(name: string): string | undefined {
    return this.#cookies.find((each) => each.name === name)?.value;
  }

  /** Keeps a cookie, as from the header `Set-Cookie`. */
  keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
    const old = this.#cookies.findIndex((each) => each.name === name && each.path === path);
    if (old >= 0) this.#cookies.splice(old, 1);
    if (value !== '') this.#cookies.push({ name, value, path });
  }
}

export interface BrowserPage {
  url: URL;
  response: Response;
  text: string;
}

function proofOf({ text }: BrowserPage): string {
  return /name="proof"\s+value="([^"]+)"/.exec(text)?.[1] ?? '';
}

/** The assistant's part of OAuth: requests access in the browser and exchanges the code. */
export class OAuthClient {
  readonly url: string;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly verifier = randomBytes(32).toString('base64url');

  constructor(
    url: string,
    {
      client_id = 'svc-claude',
      redirect_uri = 'https://claude.ai/api/mcp/auth_callback',
    }: { client_id?: string; redirect_uri?: string } = {},
  ) {
    this.url = url;
    this.client_id = client_id;
    this.redirect_uri = redirect_uri;
  }

  /** Returns the address that the browser opens first; a change to `null` removes a parameter. */
  authorizeUrl(changes: Record<string, string | null> = {}): URL {
    const url = new URL('/authorize', this.url);
    const parameters: Record<string, string | null> = {
      response_type: 'code',
      client_id: this.client_id,
      redirect_uri: this.redirect_uri,
      state: 'the state',
      scope: 'memories.read memories.write',
      resource: `${this.url}/v1/mcp/sse`,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    };
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== null) url.searchParams.set(name, value);
    }
    return url;
  }

  /** Signs in and allows access. Returns the address to which the browser is redirected. */
  async allow(
    person: { email: string; password: string },
    {
      changes = {},
      scope = ['memories.read', 'memories.write'],
      browser = new FormBrowser(),
    }: { changes?: Record<string, string | null>; scope?: string[]; browser?: FormBrowser } = {},
  ): Promise<URL> {
    let page = await browser.open(this.authorizeUrl(changes));
    if (page.text.includes('<h1>Sign in')) {
      page = await browser.submit(page, { action: 'sign-in', ...person });
    }
    const { url } = await browser.submit(page, { action: 'allow', scope });
    return url;
  }

  async exchange(code: string, changes: Record<string, string | null> = {}): Promise<OAuthAnswer> {
    return this.post('/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.redirect_uri,
      code_verifier: this.verifier,
      client_id: this.client_id,
      resource: `${this.url}/v1/mcp/sse`,
      ...changes,
    });
  }

  refresh(
    refresh_token: string,
    changes: Record<string, string | null> = {},
  ): Promise<OAuthAnswer> {
    const { client_id } = this;
    return this.post('/token', {
      grant_type: 'refresh_token',
      refresh_token,
      client_id,
      ...changes,
    });
  }

  revoke(token: string, changes: Record<string, string | null> = {}): Promise<OAuthAnswer> {
    return this.post('/revoke', { token, client_id: this.client_id, ...changes });
  }

  /** Runs the whole flow and returns the tokens. */
  async connect(
    person: { email: string; password: string },
    options: Parameters<OAuthClient['allow']>[1] = {},
  ): Promise<{ access_token: string; refresh_token: string; scope: string }> {
    const sent = await this.allow(person, options);
    const { body } = await this.exchange(sent.searchParams.get('code')!);
    return body;
  }

  async post(
    path: string,
    fields: Record<string, string | null>,
    headers: Record<string, string> = {},
  ): Promise<OAuthAnswer> {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
      if (value !== null) body.append(name, value);
    const response = await fetch(new URL(path, this.url), { method: 'POST', body, headers });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }
}

interface OAuthAnswer {
  status: number;
  headers: Headers;
  body: Json;
}
