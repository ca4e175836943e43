import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signOut } from '../../../domains/accounts/accounts.ts';
import { clearSessionCookie } from '../../http/sign-in.ts';
import { sendPage } from '../forms.ts';
import type { Forms } from '../forms.ts';
import { html, translated } from './html.ts';
import type { Page } from './html.ts';
import { signInView } from './views.ts';
import { signInBy, visitorOf } from '../visitor.ts';
import type { SigningIn, Visitor } from '../visitor.ts';

export interface PageParts extends SigningIn {
  forms: Forms;
}

export interface SignedInPage {
  path: string;
  /** The reason to sign in, for visitors without a session. */
  purpose: string;
  /** Returns the content of the page. Forms on the page must contain `proof`. */
  view(visitor: Visitor, at: PageAt): Promise<Page>;
  /** Performs the action of a form on the page. */
  act(visitor: Visitor, at: PageAt & { fields: URLSearchParams }): Promise<Outcome>;
}

/**
 * A page with an error message, or the address for a redirect, so that a reload does not repeat the
 * action.
 */
type Outcome = { goTo: string } | { wrong: Page };

interface PageAt {
  request: FastifyRequest;
  reply: FastifyReply;
  proof: string;
}

/** Mounts a page for a signed-in user. Other visitors first sign in and then return to the page. */
export function mountSignedInPage(
  app: FastifyInstance,
  parts: PageParts,
  { path, purpose, view, act }: SignedInPage,
): void {
  const { door, forms, secure, oidcName } = parts;
  const showSignIn = (
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, message = null as string | null, email = '' } = {},
  ) => {
    const proof = forms.proof(request, reply, path);
    const elsewhere = { return_to: request.url, oidcName };
    return sendPage(
      reply,
      status,
      signInView({ proof, purpose: html`${translated(purpose)}`, message, email, elsewhere }),
    );
  };

  app.get(path, async (request, reply) => {
    const visitor = await visitorOf(door, request);
    if (!visitor) return showSignIn(request, reply);
    const proof = forms.proof(request, reply, path);
    return sendPage(reply, 200, await view(visitor, { proof, request, reply }));
  });

  app.post(path, async (request, reply) => {
    const fields = forms.read(request, path);
    if (fields.get('action') === 'sign-in') {
      const outcome = await signInBy(parts, request, reply, fields);
      return 'message' in outcome
        ? showSignIn(request, reply, { ...outcome, email: fields.get('email') ?? '' })
        : reply.redirect(request.url, 303);
    }
    const visitor = await visitorOf(door, request);
    if (!visitor) return showSignIn(request, reply);
    if (fields.get('action') === 'sign-out') {
      await signOut(visitor.context, {});
      clearSessionCookie(reply, secure);
      return reply.redirect(request.url, 303);
    }
    const proof = forms.proof(request, reply, path);
    const done = await act(visitor, { fields, proof, request, reply });
    return 'goTo' in done ? reply.redirect(done.goTo, 303) : sendPage(reply, 422, done.wrong);
  });
}
