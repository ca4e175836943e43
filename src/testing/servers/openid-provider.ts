/** An OpenID Connect provider on loopback, which signs its person in without a page. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { OidcContext, Provider } from 'oidc-provider';
import { loadLibrary } from '../../transports/oauth/library.ts';

type Claims = Record<string, unknown>;

export const CLIENT = { id: 'commonplace', secret: 'the secret of a client in tests' };
const SCOPES = 'openid email profile';

export interface OpenIdProvider extends AsyncDisposable {
  issuer: string;
  /** The claims of the person who signs in next; null for a person who cancels. */
  person: (Claims & { sub: string }) | null;
  /** Drops every connection. */
  isAway: boolean;
  /** Accepts a code again, against RFC 6749. */
  acceptsTwice: boolean;
  /** Changes the claims of the ID token. */
  tamper: ((claims: Claims) => Claims) | null;
  /** The paths that were requested, in order. */
  requests: string[];
}

export async function startOpenIdProvider({
  inIdToken = false,
  isPublic = false,
}: { inIdToken?: boolean; isPublic?: boolean } = {}): Promise<OpenIdProvider> {
  const answers = new Map<string, { status: number; body: string }>();
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const server = createServer((request, response) => {
    opened.requests.push(request.url!.split('?')[0]!);
    if (opened.isAway) request.socket.destroy();
    else void handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opened: OpenIdProvider = {
    issuer,
    person: null,
    isAway: false,
    acceptsTwice: false,
    tamper: null,
    requests: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const provider = await makeProvider(opened, { inIdToken, isPublic });
  const respond = provider.callback();
  handle = async (request, response) => {
    if (request.url!.startsWith('/interaction/'))
      return signInAt(provider, opened, request, response);
    if (request.method !== 'POST' || !opened.acceptsTwice) return respond(request, response);
    const body = await text(request);
    const known = answers.get(body);
    if (known) {
      response.writeHead(known.status, { 'content-type': 'application/json' }).end(known.body);
      return;
    }
    const end = response.end.bind(response) as (chunk?: unknown) => ServerResponse;
    response.end = ((chunk?: unknown) => {
      answers.set(body, { status: response.statusCode, body: String(chunk) });
      return end(chunk);
    }) as typeof response.end;
    const copy = Object.assign(Readable.from([Buffer.from(body)]), {
      method: request.method,
      url: request.url,
      headers: request.headers,
      socket: request.socket,
      httpVersion: request.httpVersion,
    });
    await respond(copy as unknown as IncomingMessage, response);
  };
  return opened;
}

async function makeProvider(
  opened: OpenIdProvider,
  { inIdToken, isPublic }: { inIdToken: boolean; isPublic: boolean },
): Promise<Provider> {
  const library = await loadLibrary();
  const people = new Map<string, Claims>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider: Provider = library.quietly(
    () =>
      new library.Provider(opened.issuer, {
        clients: [
          {
            client_id: CLIENT.id,
            redirect_uris: ['http://127.0.0.1/v1/auth/oidc/callback'],
            response_types: ['code'],
            grant_types: ['authorization_code'],
            ...(isPublic
              ? { token_endpoint_auth_method: 'none' }
              : { client_secret: CLIENT.secret, token_endpoint_auth_method: 'client_secret_post' }),
          },
        ],
        clientAuthMethods: [isPublic ? 'none' : 'client_secret_post'],
        routes: { authorization: '/authorize', token: '/token', userinfo: '/userinfo' },
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        conformIdTokenClaims: !inIdToken,
        ttl: { AccessToken: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: (_: unknown, accountId: string) => {
          if (opened.person?.sub === accountId) people.set(accountId, { ...opened.person });
          return { accountId, claims: () => people.get(accountId) ?? { sub: accountId } };
        },
        loadExistingGrant: async ({ oidc }: OidcContext & { oidc: { session: object } }) => {
          const { accountId } = oidc.session as unknown as { accountId: string };
          const clientId = oidc.client!.clientId;
          const grant = new provider.Grant({ jti: randomUUID(), accountId, clientId });
          grant.addOIDCScope(SCOPES);
          await grant.save();
          return grant;
        },
      }),
  );
  provider.silent = true;
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    new URL(uri).pathname === '/v1/auth/oidc/callback';
  provider.use(async (context, next) => {
    await next();
    const { body } = context as { body: { id_token?: string } | undefined };
    if (context.oidc?.route !== 'token' || !opened.tamper || !body?.id_token) return;
    const [head, payload, signature] = body.id_token.split('.');
    const claims = opened.tamper(JSON.parse(Buffer.from(payload!, 'base64url').toString()));
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    body.id_token = [head, changed, signature].join('.');
  });
  return provider;
}

async function signInAt(
  provider: Provider,
  { person }: OpenIdProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result = person
    ? { login: { accountId: person.sub } }
    : { error: 'access_denied', error_description: 'The person cancelled.' };
  const location = await provider.interactionResult(request, response, result, {
    mergeWithLastSubmission: false,
  });
  response.writeHead(303, { location }).end();
}
