import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { keepOpener, readForms } from './forms.ts';
import { open, preflight } from './metadata.ts';

/** Parameters of OpenID Connect that mean nothing here; the library would refuse some of them. */
const IGNORED = ['nonce', 'max_age', 'acr_values', 'claims', 'claims_locales', 'id_token_hint'];

interface EndpointParts {
  site(): string;
  provider(): Promise<Provider>;
  /** Throws for an address that comes too often. */
  admit(address: string): void;
}

/** The endpoints that clients speak to: requests go to the library as they came. */
export function mountEndpoints(
  app: FastifyInstance,
  { site, provider, admit }: EndpointParts,
): void {
  const handOver = async (request: FastifyRequest, reply: FastifyReply) => {
    admit(request.ip);
    const { raw } = request;
    const library = await provider();
    reply.header('Cache-Control', 'no-store').header('Pragma', 'no-cache');
    // The library builds addresses from these: ours, not what somebody in between says.
    const { host, protocol } = new URL(site());
    raw.headers['x-forwarded-host'] = host;
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    await library.callback()(raw, reply.raw);
  };

  app.get('/authorize', { onRequest: keepOpener }, async (request, reply) => {
    const url = new URL(request.raw.url!, 'http://here');
    for (const name of IGNORED) url.searchParams.delete(name);
    // The library knows more ways to answer than we offer; it refuses what it does not know.
    const mode = url.searchParams.get('response_mode') ?? 'query';
    if (mode !== 'query') url.searchParams.set('response_mode', 'unsupported');
    request.raw.url = url.pathname + url.search;
    return handOver(request, reply);
  });
  app.get('/authorize/:uid', { onRequest: keepOpener }, handOver);
  app.register(async (forms) => {
    readForms(forms);
    // The same request in a form: read as if it had been an address.
    forms.post('/authorize', { onRequest: keepOpener }, async ({ body }, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .redirect(`/authorize?${body instanceof URLSearchParams ? body.toString() : ''}`, 303),
    );
  });
  app.register(async (posts) => {
    posts.removeAllContentTypeParsers();
    // The library reads the body itself.
    posts.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const url of ['/token', '/revoke']) {
      posts.post(url, async (request, reply) => {
        open(reply);
        dropBlankSecret(request);
        return handOver(request, reply);
      });
      posts.options(url, async (_request, reply) => preflight(reply, 'POST'));
    }
  });
  for (const url of ['/token', '/revoke']) {
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

/** Some clients send the secret that they do not have, in a header: `Basic id:`. */
function dropBlankSecret({ raw }: FastifyRequest): void {
  const basic = /^Basic +(\S+)$/i.exec(raw.headers.authorization ?? '')?.[1];
  if (basic && Buffer.from(basic, 'base64').toString().endsWith(':')) {
    delete raw.headers.authorization;
  }
}
