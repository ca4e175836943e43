/** A signed-in user who calls a running service over HTTP, as a client program does. */
export interface Answer<Body = never> {
  status: number;
  headers: Headers;
  body: [Body] extends [never] ? Json : Body;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers field by field
export type Json = any;

export class ApiUser {
  readonly url: string;
  readonly token: string;
  readonly id: string;

  constructor(url: string, token: string, id: string) {
    this.url = url;
    this.token = token;
    this.id = id;
  }

  static async signIn(
    url: string,
    credentials: { email: string; password: string },
  ): Promise<ApiUser> {
    const { status, body } = await request(url, 'POST', '/v1/auth/sign-in', { body: credentials });
    if (status !== 200) throw new Error(`Signing in answered ${status}: ${JSON.stringify(body)}`);
    return new ApiUser(url, body.token, body.user.id);
  }

  /** Creates another account; needs `SVC_SIGN_UP=open`. */
  static async signUp(url: string, email: string): Promise<ApiUser> {
    const password = 'a long enough passphrase';
    const account = { email, password, name: 'Rui', timezone: 'Europe/Lisbon' };
    const { status, body } = await request(url, 'POST', '/v1/auth/sign-up', { body: account });
    if (status >= 300) throw new Error(`Signing up answered ${status}: ${JSON.stringify(body)}`);
    return ApiUser.signIn(url, { email, password });
  }

  /** Calls a route as the signed-in user. */
  call(method: string, path: string, body?: unknown): Promise<Answer> {
    return request(this.url, method, path, { body, token: this.token });
  }

  /** Lists the events of the user's security log, the newest first. */
  async securityEvents(): Promise<string[]> {
    const { body } = await this.call('GET', '/v1/users/me/security-log');
    return body.map(({ event }: Json) => event);
  }

  /** Creates a key with these scopes; the key of a device needs none. */
  async key(scopes: string[], family: 'dev' | 'mcp' | 'device' = 'dev'): Promise<ApiKey> {
    const given = { name: 'test', ...(family !== 'device' && { scopes }) };
    const { body } = await this.call('POST', `/v1/${family}/keys`, given);
    return new ApiKey(this.url, body.key);
  }
}

export class ApiKey {
  readonly url: string;
  readonly key: string;
  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }
  call(method: string, path: string, body?: unknown): Promise<Answer> {
    return request(this.url, method, path, { body, token: this.key });
  }
}

export async function request(
  url: string,
  method: string,
  path: string,
  {
    body,
    token,
    headers = {},
  }: { body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && {
      body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : isJson(response) ? JSON.parse(text) : text,
  };
}

/** Returns whether the body is JSON; without a content type, assumes that it is. */
function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? true;
}
