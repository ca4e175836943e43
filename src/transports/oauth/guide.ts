import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mcpKeys } from '../../domains/keys/keys.ts';
import { sendPage } from './forms.ts';
import { html, page } from './html.ts';
import type { Html } from './html.ts';
import { SET_UPS } from './set-ups.ts';
import type { SetUp } from './set-ups.ts';
import { signInBy, visitorOf } from './visitor.ts';
import type { SigningIn } from './visitor.ts';
import type { Forms } from './forms.ts';
import { hidden, signInView } from './views.ts';

const PATH = '/connect';
const NO_KEY = 'svc_mcp_…';

interface GuideParts extends SigningIn {
  forms: Forms;
}

/** "Connect an assistant": what to paste where, with the address of this service and a key in it. */
export function mountGuide(app: FastifyInstance, parts: GuideParts): void {
  const { door, forms } = parts;
  const show = (request: FastifyRequest, reply: FastifyReply, made: { key: string } | null) =>
    sendPage(
      reply,
      200,
      guideView({ proof: forms.proof(request, reply, PATH), url: door.site(), made }),
    );
  const showSignIn = (
    request: FastifyRequest,
    reply: FastifyReply,
    {
      status = 200,
      message = null,
      email = '',
    }: { status?: number; message?: string | null; email?: string } = {},
  ) =>
    sendPage(
      reply,
      status,
      signInView({
        proof: forms.proof(request, reply, PATH),
        purpose: html`Sign in to connect an assistant to your data.`,
        message,
        email,
      }),
    );

  app.get(PATH, async (request, reply) =>
    (await visitorOf(door, request)) ? show(request, reply, null) : showSignIn(request, reply),
  );

  app.post(PATH, async (request, reply) => {
    const fields = forms.read(request, PATH);
    if (fields.get('action') === 'sign-in') {
      const outcome = await signInBy(parts, request, reply, fields);
      return 'message' in outcome
        ? showSignIn(request, reply, { ...outcome, email: fields.get('email') ?? '' })
        : reply.redirect(PATH, 303);
    }
    const visitor = await visitorOf(door, request);
    if (!visitor) return showSignIn(request, reply);
    // Shown in this answer and nowhere else, so the page is the answer and no address.
    const made = await mcpKeys.create(visitor.context, { name: 'Assistant' });
    return show(request, reply, made);
  });
}

function guideView({
  proof,
  url,
  made,
}: {
  proof: string;
  url: string;
  made: { key: string } | null;
}): string {
  const key = made?.key ?? NO_KEY;
  const card = ({ id, name, steps, paste }: SetUp): Html =>
    html`<article id="${id}">
      <h2>${name}</h2>
      <ol>
        ${steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      ${paste ? html`<pre tabindex="0">${paste.text({ url, key })}</pre>` : null}
    </article>`;
  const keyPart = made
    ? html`<p role="status">
          This is your new MCP key. It is in everything below, and it is shown this once: copy what
          you need now.
        </p>
        <pre tabindex="0">${made.key}</pre>`
    : html`<p>
        Assistants that do not sign in need an MCP key. It may do whatever an assistant can; keys
        with fewer rights are made with <code>POST /v1/mcp/keys</code>.
      </p>`;
  return page(
    'Connect an assistant',
    html`<h1>Connect an assistant</h1>
      <p>The address of your service for assistants:</p>
      <pre tabindex="0">${url}/v1/mcp/sse</pre>
      <form method="post">
        ${hidden('proof', proof)} ${keyPart}
        <button class="${made ? 'quiet' : ''}">
          ${made ? 'Make another key' : 'Make an MCP key'}
        </button>
      </form>
      <nav aria-label="Assistants">
        ${SET_UPS.map(({ id, name }) => html`<a href="#${id}">${name}</a> `)}
      </nav>
      ${SET_UPS.map(card)}
      <p><a href="/connections">Connected assistants</a>: what each may do, and the end of it.</p>`,
  );
}
