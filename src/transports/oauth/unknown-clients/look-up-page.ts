import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimited } from '../../../core/errors.ts';
import {
  hasLookedUp,
  storeUnknownClient,
} from '../../../domains/access/grants/client-documents.ts';
import type { ClientDirectory } from '../../../domains/access/grants/client-documents.ts';
import type { Network } from '../../../domains/webhooks/guarded-request.ts';
import { html, page, t } from '../pages/html.ts';
import type { Page } from '../pages/html.ts';
import { mountSignedInPage } from '../pages/signed-in-page.ts';
import type { PageParts } from '../pages/signed-in-page.ts';
import { alert, errorView, foreignSpellingNote, hidden, signOutForm } from '../pages/views.ts';
import type { AddressLimiter } from '../rate-limiter.ts';
import { visitorOf } from '../visitor.ts';
import { fetchClientDocument } from './document-request.ts';

const LOOK_UP_PATH = '/connect/unknown';

interface LookUpParts extends PageParts {
  clients: ClientDirectory;
  network: Network;
  timeoutMs?: number;
  /** Limits how often a user looks up assistants. */
  limiter: AddressLimiter;
}

/**
 * Returns the page to which a request of an unknown client must go first; null when its signed-in
 * user has already looked the client up.
 */
export async function lookUpFirst(
  { door, clients }: Pick<LookUpParts, 'door' | 'clients'>,
  request: FastifyRequest,
  { search, searchParams }: URL,
): Promise<string | null> {
  const [id, ...more] = searchParams.getAll('client_id');
  if (id === undefined || more.length > 0 || !clients.unknownUrl(id)) return null;
  const visitor = await visitorOf(door, request);
  const isKnown = visitor !== null && (await hasLookedUp(door.parts, visitor.user.id, id));
  return isKnown ? null : LOOK_UP_PATH + search;
}

/** Mounts the page that asks a signed-in user whether to look up an unknown assistant. */
export function mountLookUp(app: FastifyInstance, parts: LookUpParts): void {
  const { clients, network, timeoutMs, limiter, door } = parts;
  const urlOf = (request: FastifyRequest) =>
    clients.unknownUrl(new URL(request.url, 'http://here').searchParams.get('client_id') ?? '');
  mountSignedInPage(app, parts, {
    path: LOOK_UP_PATH,
    purpose: 'An assistant that is not registered here wants to connect. Sign in to decide.',
    view: async ({ user }, { proof, request }) => {
      const url = urlOf(request);
      return url ? lookUpView({ proof, url, user, message: null }) : NOT_AN_ASSISTANT;
    },
    act: async ({ user }, { proof, request, fields }) => {
      const url = urlOf(request);
      if (!url) return { wrong: NOT_AN_ASSISTANT };
      if (fields.get('action') !== 'look-up') return { wrong: NOT_LOOKED_UP };
      const message = admit(limiter, user.id);
      const found = message ?? (await fetchClientDocument(url, network, timeoutMs));
      if (typeof found === 'string') {
        return { wrong: lookUpView({ proof, url, user, message: found }) };
      }
      await storeUnknownClient(door.parts, { ...found, user_id: user.id });
      return { goTo: `/authorize${new URL(request.url, 'http://here').search}` };
    },
  });
}

/** Counts a look-up; returns a sentence when there were too many. */
function admit(limiter: AddressLimiter, user_id: string): string | null {
  try {
    limiter.admit(user_id);
    limiter.count(user_id);
    return null;
  } catch (error) {
    if (error instanceof RateLimited) return error.message;
    throw error;
  }
}

function lookUpView({
  proof,
  url,
  user,
  message,
}: {
  proof: string;
  url: URL;
  user: { name: string; email: string };
  message: string | null;
}): Page {
  const host = html`<strong>${url.host}</strong>`;
  return page(
    t('Unknown assistant'),
    html`<h1>${t('Look up {host}?', { host: url.host })}</h1>
      <p>
        ${t('An unknown assistant at {host} wants to connect.', { host })}
        ${t('To see what it is, this service would read a document at this address:')}
      </p>
      <pre>${url.href}</pre>
      ${foreignSpellingNote(url.host)}
      <p>
        ${t('Go on only if you have just started this yourself.')}
        ${t('Nothing about you is sent.')}
      </p>
      <form method="post">
        ${hidden('proof', proof)} ${alert(message)}
        <div class="buttons">
          <button name="action" value="look-up">${t('Look it up')}</button>
          <button name="action" value="cancel" class="quiet">${t('Cancel')}</button>
        </div>
      </form>
      ${signOutForm(proof, user)}`,
  );
}

const NOT_AN_ASSISTANT = errorView({
  title: 'This assistant cannot be looked up',
  message: 'The address of its document is not valid.',
  hint: null,
});

const NOT_LOOKED_UP = errorView({
  title: 'Nothing was looked up',
  message: 'The assistant got no access. You can close this page.',
  hint: null,
});
