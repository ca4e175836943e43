import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFound } from '../../core/errors.ts';
import { listGrants, revokeGrant } from '../../domains/grants/grants.ts';
import { sendPage } from './forms.ts';
import type { Forms } from './forms.ts';
import { html } from './html.ts';
import { signInBy, visitorOf } from './visitor.ts';
import type { SigningIn, Visitor } from './visitor.ts';
import { connectionsView, signInView } from './views.ts';

const PATH = '/connections';

interface ConnectionsParts extends SigningIn {
  forms: Forms;
}

/** "Connected assistants": what each may do, and the button that ends it. */
export function mountConnections(app: FastifyInstance, parts: ConnectionsParts): void {
  app.get(PATH, async (request, reply) => {
    const visitor = await visitorOf(parts.door, request);
    return visitor ? show(parts, request, reply, visitor) : showSignIn(parts, request, reply);
  });

  app.post(PATH, async (request, reply) => {
    const fields = parts.forms.read(request, PATH);
    if (fields.get('action') === 'sign-in') {
      const outcome = await signInBy(parts, request, reply, fields);
      return 'message' in outcome
        ? showSignIn(parts, request, reply, { ...outcome, email: fields.get('email') ?? '' })
        : reply.redirect(PATH, 303);
    }
    const visitor = await visitorOf(parts.door, request);
    if (!visitor) return showSignIn(parts, request, reply);
    await revokeGrant(visitor.context, { grant_id: fields.get('grant_id') ?? '' }).catch(
      (error) => {
        // Revoked in another window: what was wanted is so.
        if (!(error instanceof NotFound)) throw error;
      },
    );
    return reply.redirect(`${PATH}?disconnected`, 303);
  });
}

async function show(
  { forms }: ConnectionsParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { context, user }: Visitor,
): Promise<FastifyReply> {
  const { grants } = await listGrants(context, {});
  const view = connectionsView({
    proof: forms.proof(request, reply, PATH),
    grants,
    account: user,
    timezone: user.timezone,
    message: request.url.endsWith('?disconnected') ? 'Disconnected.' : null,
  });
  return sendPage(reply, 200, view);
}

function showSignIn(
  { forms }: ConnectionsParts,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    status = 200,
    message = null,
    email = '',
  }: { status?: number; message?: string | null; email?: string } = {},
): FastifyReply {
  const view = signInView({
    proof: forms.proof(request, reply, PATH),
    purpose: html`Sign in to see which assistants are connected.`,
    message,
    email,
  });
  return sendPage(reply, status, view);
}
