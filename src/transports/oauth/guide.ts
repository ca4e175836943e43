import type { FastifyInstance } from 'fastify';
import { mcpKeys } from '../../domains/keys/keys.ts';
import { html, page } from './html.ts';
import type { Html } from './html.ts';
import { SET_UPS } from './set-ups.ts';
import type { SetUp } from './set-ups.ts';
import { mountSignedInPage } from './signed-in-page.ts';
import type { PageParts } from './signed-in-page.ts';
import { hidden } from './views.ts';

const NO_KEY = 'svc_mcp_…';

/** "Connect an assistant": what to paste where, with the address of this service and a key in it. */
export function mountGuide(app: FastifyInstance, parts: PageParts): void {
  const { site } = parts.door;
  mountSignedInPage(app, parts, {
    path: '/connect',
    purpose: 'Sign in to connect an assistant to your data.',
    view: async (_visitor, { proof }) => guideView({ proof, url: site(), made: null }),
    act: async ({ context }, { proof }) => {
      const made = await mcpKeys.create(context, { name: 'Assistant' });
      // In this answer and nowhere else: an address that shows the key would be kept.
      return { show: guideView({ proof, url: site(), made }) };
    },
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
