import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calledAs, ENDPOINT, ENDPOINT_PATHS } from '../../domains/access/grants/resource.ts';
import { ASSISTANT_SCOPES, dotted, READING_SCOPES } from '../../core/scopes.ts';

const SERVER = '/.well-known/oauth-authorization-server';
const RESOURCE = '/.well-known/oauth-protected-resource';

/**
 * Mounts the documents in which clients find the endpoints (RFC 8414 and RFC 9728), at the root and
 * under every path of the MCP endpoint. A client that knows one of these paths requests the
 * document for exactly that path.
 */
export function mountMetadata(
  app: FastifyInstance,
  { site, allowsUnknown }: { site: () => string; allowsUnknown: boolean },
): void {
  const scopes_supported = ASSISTANT_SCOPES.map(dotted);
  const server = () => ({
    issuer: site(),
    authorization_endpoint: `${site()}/authorize`,
    token_endpoint: `${site()}/token`,
    revocation_endpoint: `${site()}/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported,
    authorization_response_iss_parameter_supported: true,
    ...(allowsUnknown && { client_id_metadata_document_supported: true }),
  });
  const resource = (path: string, { headers }: FastifyRequest) => ({
    resource: calledAs(site(), headers.host) + path,
    authorization_servers: [site()],
    // Clients ask for all of these scopes at once. A call that needs more is answered with a challenge.
    scopes_supported: READING_SCOPES.map(dotted),
    bearer_methods_supported: ['header'],
    resource_name: 'Commonplace',
    resource_documentation: `${site()}/docs`,
  });
  const offer = (url: string, document: (request: FastifyRequest) => object) => {
    app.get(url, async (request, reply) => open(reply).send(document(request)));
    app.options(url, async (_request, reply) => preflight(reply, 'GET, HEAD'));
  };
  for (const suffix of ['', ...ENDPOINT_PATHS]) {
    offer(SERVER + suffix, server);
    offer(RESOURCE + suffix, (request) => resource(suffix || ENDPOINT, request));
  }
}

/** Lets every web page read the answer, because the answer is public or requires no cookie. */
export function open(reply: FastifyReply): FastifyReply {
  return reply
    .header('Access-Control-Allow-Origin', '*')
    .header('Cross-Origin-Resource-Policy', 'cross-origin');
}

export function preflight(reply: FastifyReply, methods: string): FastifyReply {
  return open(reply)
    .header('Access-Control-Allow-Methods', `${methods}, OPTIONS`)
    .header('Access-Control-Allow-Headers', 'Authorization, Content-Type, MCP-Protocol-Version')
    .header('Access-Control-Max-Age', '86400')
    .code(204)
    .send();
}
