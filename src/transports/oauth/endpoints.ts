import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { Unrecognised } from '../../core/errors.ts';
import { changeUrl } from '../http/request/path-prefix.ts';
import { withoutBlankSecret } from './empty-client-secret.ts';
import { answerFailures, refuseOtherMethods } from './failures.ts';
import { keepOpener, readForms } from './forms.ts';
import { open, preflight } from './metadata.ts';
import { REFUSAL } from './provider.ts';
import type { AddressLimiter } from './rate-limiter.ts';

/**
 * Parameters of OpenID Connect without effect here. These parameters are removed, because the
 * library would refuse some of them.
 */
const IGNORED = ['nonce', 'max_age', 'acr_values', 'claims', 'claims_locales', 'id_token_hint'];

/**
 * The maximum lengths in characters. Requests of unknown clients are stored until a user decides.
 */
const LONGEST_STATE = 2_000;
const LONGEST_REQUEST = 8_000;

interface EndpointParts {
  site(): string;
  provider(): Promise<Provider>;
  /**
   * Each endpoint has a separate limiter. So a flood of requests to one endpoint does not block the
   * other endpoints.
   */
  limiter(): AddressLimiter;
  /** Returns the page to which a request of an unknown client must go first. */
  lookUpFirst(request: FastifyRequest, url: URL): Promise<string | null>;
}

/** Mounts the endpoints for clients, which pass requests to the library. */
export function mountEndpoints(app: FastifyInstance, parts: EndpointParts): void {
  app.register(async (scope) => {
    answerFailures(scope, ({ status, message }) => ({
      error: oauthError(status),
      error_description: message,
    }));
    mountAuthorize(scope, parts);
    mountTokens(scope, parts);
  });
}

function oauthError(status: number): string {
  if (status === 429) return 'temporarily_unavailable';
  return status < 500 ? 'invalid_request' : 'server_error';
}

async function handOver(
  { site, provider }: EndpointParts,
  raw: IncomingMessage,
  reply: FastifyReply,
): Promise<void> {
  const library = await provider();
  reply.header('Cache-Control', 'no-store').header('Pragma', 'no-cache');
  // The library builds addresses from these headers, and a client or a proxy could send any value,
  // so the headers are set to our own address.
  const { host, protocol } = new URL(site());
  raw.headers['x-forwarded-host'] = host;
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  await library.callback()(raw, reply.raw);
}

function mountAuthorize(app: FastifyInstance, parts: EndpointParts): void {
  const limiter = parts.limiter();
  const onRequest = keepOpener;

  app.get('/authorize', { onRequest }, async (request, reply) => {
    const { raw, ip } = request;
    limiter.admit(ip);
    limiter.count(ip);
    const url = new URL(raw.url!, 'http://here');
    refuseTooLong(url);
    const lookUp = await parts.lookUpFirst(request, url);
    if (lookUp !== null) return reply.header('Cache-Control', 'no-store').redirect(lookUp, 303);
    for (const name of IGNORED) url.searchParams.delete(name);
    // The library supports more response modes than we offer, but it refuses an unknown mode.
    const mode = url.searchParams.get('response_mode') ?? 'query';
    if (url.searchParams.getAll('response_type').some((type) => type.includes('token'))) {
      url.searchParams.set('response_mode', REFUSAL);
    } else if (mode !== 'query') {
      url.searchParams.set('response_mode', 'unsupported');
    }
    changeUrl(raw, url.pathname + url.search);
    return handOver(parts, raw, reply);
  });
  app.get('/authorize/:uid', { onRequest }, ({ raw }, reply) => handOver(parts, raw, reply));
  app.register(async (forms) => {
    readForms(forms);
    // Accepts the same request as a form: redirects to the address with the fields of the form as
    // its query.
    forms.post('/authorize', { onRequest }, async ({ body }, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .redirect(`/authorize?${body instanceof URLSearchParams ? body.toString() : ''}`, 303),
    );
  });
  refuseOtherMethods(app, '/authorize', 'GET, HEAD, POST');
  refuseOtherMethods(app, '/authorize/:uid', 'GET, HEAD');
}

function refuseTooLong({ search, searchParams }: URL): void {
  if (search.length > LONGEST_REQUEST) throw new Unrecognised('The request is too long.');
  if ((searchParams.get('state') ?? '').length > LONGEST_STATE) {
    throw new Unrecognised(`state is too long: at most ${LONGEST_STATE} characters.`);
  }
}

function mountTokens(app: FastifyInstance, parts: EndpointParts): void {
  const paths = ['/token', '/revoke'] as const;
  app.register(async (posts) => {
    posts.removeAllContentTypeParsers();
    // The library reads the body itself.
    posts.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const url of paths) {
      const limiter = parts.limiter();
      posts.post(url, async (request: FastifyRequest, reply) => {
        open(reply);
        limiter.admit(request.ip);
        await handOver(parts, await withoutBlankSecret(request.raw), reply);
        // Only failures are counted, so that many clients behind one proxy are not blocked.
        if (reply.raw.statusCode >= 400) limiter.count(request.ip);
      });
      posts.options(url, async (_request, reply) => preflight(reply, 'POST'));
    }
  });
  for (const url of paths) {
    app.route({
      url,
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      handler: (_request, reply) =>
        open(reply).header('Allow', 'POST, OPTIONS').code(405).send({
          error: 'invalid_request',
          error_description: 'Use POST with a form.',
        }),
    });
  }
}
