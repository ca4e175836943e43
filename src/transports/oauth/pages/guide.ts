import type { FastifyInstance } from 'fastify';
import { Invalid } from '../../../core/errors.ts';
import { mcpKeys } from '../../../domains/keys/keys.ts';
import { ASSISTANT_SCOPES } from '../../../core/scopes.ts';
import { html, page } from './html.ts';
import type { Html } from './html.ts';
import { openOnceShown } from './flash-secret.ts';
import { SET_UPS } from './set-ups.ts';
import type { SetUp } from './set-ups.ts';
import { mountSignedInPage } from './signed-in-page.ts';
import type { PageAt, PageParts } from './signed-in-page.ts';
import { alert, choice, hidden, signOutForm } from './views.ts';
import type { Visitor } from '../visitor.ts';

const PATH = '/connect';
const NO_KEY = 'svc_mcp_…';

/**
 * The page "Connect an assistant" shows the steps and the text to paste, which contains the address
 * of this service and a key.
 */
export function mountGuide(app: FastifyInstance, parts: PageParts & { secret: string }): void {
  const { secure, secret } = parts;
  const onceShown = openOnceShown({ secret, secure, path: PATH });
  const guide = ({ user }: Visitor, { proof }: PageAt, more: Partial<Guide> = {}) =>
    guideView({ proof, url: parts.door.site(), user, key: null, message: null, ...more });
  mountSignedInPage(app, parts, {
    path: PATH,
    purpose: 'Sign in to connect an assistant to your data.',
    view: async (visitor, at) => guide(visitor, at, { key: onceShown.take(at, visitor.user.id) }),
    act: async (visitor, at) => {
      const name = at.fields.get('name') ?? '';
      const scopes = at.fields.getAll('scope');
      const wrong = (message: string) => ({ wrong: guide(visitor, at, { message }) });
      if (scopes.length === 0) return wrong('Choose at least one permission.');
      try {
        const made = await mcpKeys.create(visitor.context, { name, scopes });
        onceShown.put(at.reply, visitor.user.id, made.key);
        return { goTo: PATH };
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        return wrong(error.problems ? 'Give the key a name of 1 to 200 letters.' : error.message);
      }
    },
  });
}

interface Guide {
  proof: string;
  url: string;
  user: { name: string; email: string };
  /** The key that was just created. */
  key: string | null;
  message: string | null;
}

function guideView({ proof, url, user, key, message }: Guide): string {
  const isPublic = url.startsWith('https:');
  const card = (setUp: SetUp): Html =>
    html`<article id="${setUp.id}">
      <h2>${setUp.name}</h2>
      ${setUp.with === 'sign-in' && !isPublic ? NOT_YET : null}
      <ol>
        ${setUp.steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      ${setUp.paste ? html`<pre tabindex="0">${setUp.paste.text({ url, key: key ?? NO_KEY })}</pre>` : null}
    </article>`;
  return page(
    'Connect an assistant',
    html`<h1>Connect an assistant</h1>
      <p>The address of your service for assistants:</p>
      <pre tabindex="0">${url}/v1/mcp/sse</pre>
      ${
        key === null
          ? keyForm(proof, message)
          : html`<p role="status">
                This is your new MCP key. It is in everything below, and it is shown this once: copy
                what you need now.
              </p>
              <pre tabindex="0">${key}</pre>
              <p><a href="${PATH}">Make another key</a></p>`
      }
      <nav aria-label="Assistants">
        ${SET_UPS.map(({ id, name }) => html`<a href="#${id}">${name}</a> `)}
      </nav>
      ${SET_UPS.map(card)}
      <p><a href="/connections">Connected assistants</a>: what each may do, and the end of it.</p>
      ${signOutForm(proof, user)}`,
  );
}

const NOT_YET = html`<p class="note">
  This address will not do yet: it is called from the internet, by https. Put the service behind a
  proxy with a certificate and set <code>SVC_BASE_URL</code>; <code>docs/https.md</code> in your
  checkout says how.
</p>`;

function keyForm(proof: string, message: string | null): Html {
  return html`<form method="post">
    ${hidden('proof', proof)}
    <p>Assistants that do not sign in need an MCP key, best each its own.</p>
    <label>
      Name of the key
      <input name="name" required maxlength="200" placeholder="Cursor on the laptop" />
    </label>
    <fieldset>
      <legend>It may</legend>
      ${ASSISTANT_SCOPES.map((scope) => choice(scope, true))}
    </fieldset>
    ${alert(message)}
    <button>Make an MCP key</button>
  </form>`;
}
