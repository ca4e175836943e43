import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from './forms.ts';
import type { Forms } from './forms.ts';
import { html } from './html.ts';
import { signInView } from './views.ts';
import { signInBy, visitorOf } from './visitor.ts';
import type { SigningIn, Visitor } from './visitor.ts';

export interface PageParts extends SigningIn {
  forms: Forms;
}

export interface SignedInPage {
  path: string;
  /** Why to sign in, for whoever has not. */
  purpose: string;
  /** The page itself. `proof` goes into its forms. */
  view(visitor: Visitor, at: { proof: string; request: FastifyRequest }): Promise<string>;
  /** What a form of the page does: answers where to go on, or the page to show at once. */
  act(
    visitor: Visitor,
    at: { fields: URLSearchParams; proof: string },
  ): Promise<{ goTo: string } | { show: string }>;
}

/** A page for the signed-in user; whoever is not signed in does that first, and comes back. */
export function mountSignedInPage(
  app: FastifyInstance,
  parts: PageParts,
  { path, purpose, view, act }: SignedInPage,
): void {
  const { door, forms } = parts;
  const showSignIn = (
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, message = null as string | null, email = '' } = {},
  ) => {
    const proof = forms.proof(request, reply, path);
    return sendPage(
      reply,
      status,
      signInView({ proof, purpose: html`${purpose}`, message, email }),
    );
  };

  app.get(path, async (request, reply) => {
    const visitor = await visitorOf(door, request);
    if (!visitor) return showSignIn(request, reply);
    const proof = forms.proof(request, reply, path);
    return sendPage(reply, 200, await view(visitor, { proof, request }));
  });

  app.post(path, async (request, reply) => {
    const fields = forms.read(request, path);
    if (fields.get('action') === 'sign-in') {
      const outcome = await signInBy(parts, request, reply, fields);
      return 'message' in outcome
        ? showSignIn(request, reply, { ...outcome, email: fields.get('email') ?? '' })
        : reply.redirect(path, 303);
    }
    const visitor = await visitorOf(door, request);
    if (!visitor) return showSignIn(request, reply);
    const proof = forms.proof(request, reply, path);
    const done = await act(visitor, { fields, proof });
    return 'goTo' in done ? reply.redirect(done.goTo, 303) : sendPage(reply, 200, done.show);
  });
}
