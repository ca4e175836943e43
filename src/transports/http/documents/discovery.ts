/** Serves what browsers, assistants and testers look for at the same place of every site. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../core/clock.ts';
import { NotFound } from '../../../core/errors.ts';
import { ENDPOINT } from '../../../domains/access/grants/resource.ts';

/** The page on which a user changes passwords and passkeys. */
const ACCESS_PAGE = '/settings';
/** RFC 9116 recommends less than a year. */
const VALID_MS = 180 * 86_400_000;

interface DiscoveryParts {
  site: () => string;
  /** The address for reports of security problems; undefined when the operator has named none. */
  contact: string | undefined;
  clock: Clock;
}

export function mountDiscovery(
  app: FastifyInstance,
  { site, contact, clock }: DiscoveryParts,
): void {
  const passwordPage = `${ACCESS_PAGE}#password`;
  app.get('/.well-known/change-password', async (_request, reply) => reply.redirect(passwordPage));
  app.get('/.well-known/passkey-endpoints', async () => {
    const page = `${site()}${ACCESS_PAGE}#passkeys`;
    return { enroll: page, manage: page };
  });
  app.get('/.well-known/security.txt', async (_request, reply) => {
    if (contact === undefined) {
      throw new NotFound('This service names no security contact (SVC_SECURITY_CONTACT).');
    }
    const until = new Date(clock.now().getTime() + VALID_MS).toISOString();
    reply.type('text/plain; charset=utf-8');
    return `Contact: ${contact}\nExpires: ${until}\nPreferred-Languages: en, de\n`;
  });
  app.get('/llms.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8');
    return overviewOf(site());
  });
}

/** The form of llmstxt.org: a title, a summary, and links with what they are for. */
const overviewOf = (site: string): string => `# Commonplace

> A personal assistant's data service. It hears and keeps the conversations of its user, understands
> them (title, overview, tasks, appointments, memories), and answers questions about them. Every
> request needs a key or a grant of the user.

## Assistants

- [MCP endpoint](${site}${ENDPOINT}): Streamable HTTP, with OAuth 2.1 or an MCP key
- [Authorization server](${site}/.well-known/oauth-authorization-server): the endpoints of OAuth
- [Connect an assistant](${site}/connect): the set-up of each known assistant, for people

## Programs

- [OpenAPI document](${site}/openapi.json): every operation, event and webhook, with examples
- [Reference](${site}/docs): the same for people
`;
