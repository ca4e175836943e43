import type { FastifyInstance } from 'fastify';
import { Invalid } from '../../../core/errors.ts';
import { listGrants } from '../../../domains/grants/grants.ts';
import { familyOf } from '../../../domains/keys/key.ts';
import { mcpKeys } from '../../../domains/keys/keys.ts';
import { ASSISTANT_SCOPES, READING_SCOPES } from '../../../core/scopes.ts';
import { sendFrame } from '../forms.ts';
import { frame, html, page, t, translated } from './html.ts';
import type { Html, Page } from './html.ts';
import { openOnceShown } from './flash-secret.ts';
import { desktopBundle } from '../desktop/bundle.ts';
import { endpoint, SET_UPS } from '../../../../client/src/set-ups.ts';
import type { SetUp } from '../../../../client/src/set-ups.ts';
import { mountSignedInPage } from './signed-in-page.ts';
import type { PageAt, PageParts } from './signed-in-page.ts';
import { alert, choices, hidden, inError, signOutForm } from './views.ts';
import { visitorOf } from '../visitor.ts';
import type { Visitor } from '../visitor.ts';

const PATH = '/connect';
const STATUS_PATH = '/connect/status';
/** Seconds between two looks for the first call. */
const LOOK_EVERY = 2;
const PURPOSE = 'Sign in to connect an assistant to your data.';
const NO_SCOPES = 'Choose at least one permission.';
const pathOf = ({ id }: SetUp) => `${PATH}/to/${id}`;

/**
 * Mounts the pages that connect an assistant: first the choice of the assistant, then one short
 * page with the steps, the text to paste and a mark that turns green with the first call.
 */
export function mountGuide(app: FastifyInstance, parts: PageParts & { secret: string }): void {
  mountSignedInPage(app, parts, {
    path: PATH,
    purpose: PURPOSE,
    view: async (visitor, at) => choiceView(parts, visitor, at),
    act: async () => ({ goTo: PATH }),
  });
  for (const setUp of SET_UPS) mountSteps(app, parts, setUp);
  app.get(STATUS_PATH, async (request, reply) => {
    const visitor = await visitorOf(parts.door, request);
    const { key, since } = request.query as { key?: string; since?: string };
    const usedAt = visitor ? await usedAtOf(visitor, { key, since }) : null;
    if (visitor && usedAt === null) reply.header('Refresh', String(LOOK_EVERY));
    return sendFrame(reply, statusView(visitor !== null, usedAt));
  });
}

function mountSteps(
  app: FastifyInstance,
  parts: PageParts & { secret: string },
  setUp: SetUp,
): void {
  const path = pathOf(setUp);
  const { secure, secret } = parts;
  const onceShown = openOnceShown({ secret, secure, path });
  const steps = ({ user, context }: Visitor, { proof }: PageAt, more: Partial<Steps> = {}) =>
    stepsView({
      proof,
      url: parts.door.site(),
      user,
      setUp,
      made: null,
      message: null,
      since: context.clock.now().toISOString(),
      ...more,
    });
  mountSignedInPage(app, parts, {
    path,
    purpose: PURPOSE,
    view: async (visitor, at) => {
      const [id, key] = onceShown.take(at, visitor.user.id)?.split(' ') ?? [];
      return steps(visitor, at, { made: id && key ? { id, key } : null });
    },
    act: async (visitor, at) => {
      const name = at.fields.get('name') ?? '';
      const scopes = at.fields.getAll('scope');
      const wrong = (message: string) => ({ wrong: steps(visitor, at, { message }) });
      if (setUp.bundle && at.fields.get('action') === 'bundle') {
        const key = at.fields.get('key') ?? '';
        if (familyOf(key) !== 'mcp') return wrong('Make a key first.');
        const address = endpoint(parts.door.site());
        const file = await desktopBundle({ endpoint: address, key });
        return { file, name: 'commonplace.mcpb' };
      }
      if (scopes.length === 0) return wrong(NO_SCOPES);
      try {
        const { id, key } = await mcpKeys.create(visitor.context, { name, scopes });
        onceShown.put(at.reply, visitor.user.id, `${id} ${key}`);
        return { goTo: path };
      } catch (error) {
        if (!(error instanceof Invalid)) throw error;
        return wrong(error.problems ? 'Give the key a name of 1 to 200 letters.' : error.message);
      }
    },
  });
}

/** Returns when the key was used first, or when an assistant signed in; null before that. */
async function usedAtOf(
  { context }: Visitor,
  { key, since }: { key: string | undefined; since: string | undefined },
): Promise<string | null> {
  if (key !== undefined) {
    const keys = await mcpKeys.list(context, {});
    return keys.find(({ id }) => id === key)?.last_used_at ?? null;
  }
  const { grants } = await listGrants(context, {});
  const used = grants.map(({ last_used_at }) => last_used_at ?? '');
  return used.find((at) => at !== '' && at >= (since ?? '')) ?? null;
}

function choiceView({ door }: PageParts, { user }: Visitor, { proof }: PageAt): Page {
  const group = (title: Html, way: SetUp['with']) =>
    html`<h2>${title}</h2>
      <ul class="assistants">
        ${SET_UPS.filter((each) => each.with === way).map(
          (each) => html`<li><a href="${pathOf(each)}">${translated(each.name)}</a></li>`,
        )}
      </ul>`;
  return page(
    t('Connect an assistant'),
    html`<h1>${t('Connect an assistant')}</h1>
      <p>${t('Which one?')}</p>
      ${group(t('Signs in here'), 'sign-in')} ${group(t('Gets a key'), 'key')}
      <p>${t('The address of your service for assistants:')}</p>
      <pre tabindex="0">${endpoint(door.site())}</pre>
      <p>
        <a href="/connections">${t('Connected assistants')}</a>:
        ${t('what each may do, and the end of it.')}
        <a href="/settings/assistants">${t('What they did, and undoing it.')}</a>
      </p>
      ${signOutForm(proof, user)}`,
  );
}

interface Steps {
  proof: string;
  url: string;
  user: { name: string; email: string };
  setUp: SetUp;
  /** The key that was just created. */
  made: { id: string; key: string } | null;
  message: string | null;
  /** The time of this page. Assistants that sign in are connected when they call after it. */
  since: string;
}

function stepsView({ proof, url, user, setUp, made, message, since }: Steps): Page {
  const name = translated(setUp.name);
  const isPublic = url.startsWith('https:');
  const needsKey = setUp.with === 'key' && made === null;
  const at = { url, key: made?.key ?? '' };
  const watched = made ? `key=${made.id}` : `since=${encodeURIComponent(since)}`;
  const steps = html`<ol>
      ${setUp.steps.map((step) => html`<li>${translated(step)}</li>`)}
    </ol>
    ${setUp.link ? html`<p><a class="button" href="${setUp.link(at)}">${t('Open {name}', { name })}</a></p>` : null}
    ${setUp.bundle && made && bundleForm(proof, made.key)}
    ${setUp.paste ? html`<pre tabindex="0">${setUp.paste.text(at)}</pre>` : null}
    <iframe title="${t('Connection')}" src="${STATUS_PATH}?${watched}"></iframe>`;
  return page(
    t('Connect {name}', { name }),
    html`<h1>${t('Connect {name}', { name })}</h1>
      ${setUp.with === 'sign-in' && !isPublic ? NOT_YET : null}
      ${
        made === null
          ? null
          : html`<p role="status">
                ${t('This is your new MCP key.')}
                ${t('It is in what follows, and it is shown this once.')}
              </p>
              <pre tabindex="0" id="key">${made.key}</pre>`
      }
      ${needsKey ? keyForm(proof, { setUp, message }) : steps}
      <p><a href="${PATH}">${t('Another assistant')}</a></p>
      ${signOutForm(proof, user)}`,
  );
}

function bundleForm(proof: string, key: string): Html {
  return html`<form method="post">
    ${hidden('proof', proof)} ${hidden('key', key)}
    <p><button name="action" value="bundle">${t('Download the bundle')}</button></p>
  </form>`;
}

function statusView(isSignedIn: boolean, usedAt: string | null): Page {
  const words = !isSignedIn
    ? html`<p>${t('Sign in again to see whether the assistant is connected.')}</p>`
    : usedAt === null
      ? html`<p>${t('Waiting for the first call …')}</p>`
      : html`<p class="connected">${t('✓ Connected. The first call has arrived.')}</p>`;
  return frame(t('Connection'), words);
}

const NOT_YET = html`<p class="note">
  ${t('This address will not do yet: it is called from the internet, by https.')}
  ${t('Put the service behind a proxy with a certificate and set {setting}; {page} says how.', {
    setting: html`<code>SVC_BASE_URL</code>`,
    page: html`<code>docs/https.md</code>`,
  })}
</p>`;

function keyForm(
  proof: string,
  { setUp, message }: { setUp: SetUp; message: string | null },
): Html {
  const isAboutName = message !== null && message !== NO_SCOPES;
  return html`<form method="post" novalidate>
    ${hidden('proof', proof)}
    <p>
      ${t('{name} gets a key of its own, which you can revoke at any time.', {
        name: translated(setUp.name),
      })}
    </p>
    <label>
      ${t('Name of the key')}
      <input
        name="name"
        required
        maxlength="200"
        value="${setUp.name}"
        ${inError(isAboutName)}
        ${isAboutName && html`autofocus`}
      />
    </label>
    ${isAboutName && alert(message)} ${choices(ASSISTANT_SCOPES, READING_SCOPES)}
    ${isAboutName ? null : alert(message)}
    <button>${t('Make the key')}</button>
  </form>`;
}
