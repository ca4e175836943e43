import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../core/errors.ts';
import { LASTING_DAYS } from '../../domains/grants/grant.ts';
import { listGrants, revokeGrant, updateGrant } from '../../domains/grants/grants.ts';
import type { Context } from '../../kit/context.ts';
import { mcpKeys } from '../../domains/keys/keys.ts';
import { KEEP_END } from './pages/views.ts';
import { connectionsView } from './pages/connections-view.ts';
import { mountSignedInPage } from './pages/signed-in-page.ts';
import type { PageParts } from './pages/signed-in-page.ts';

const PATH = '/connections';

/**
 * The page "Connected assistants", which lists each assistant's permissions, with a button to
 * disconnect the assistant.
 */
export function mountConnections(app: FastifyInstance, parts: PageParts): void {
  mountSignedInPage(app, parts, {
    path: PATH,
    purpose: 'Sign in to see which assistants are connected.',
    view: async ({ context, user }, { proof, request }) => {
      const [{ grants }, keys] = await Promise.all([
        listGrants(context, {}),
        mcpKeys.list(context, {}),
      ]);
      const message = request.url.endsWith('?disconnected') ? 'Disconnected.' : null;
      return connectionsView({ proof, grants, keys, user, message });
    },
    act: async ({ context }, { fields }) => {
      if (fields.get('action') === 'set-end') return setEnd(context, fields);
      const [grant_id, key_id] = [fields.get('grant_id'), fields.get('key_id')];
      const ended = key_id
        ? mcpKeys.revoke(context, { key_id })
        : revokeGrant(context, { grant_id: grant_id ?? '' });
      await ended.catch(unlessGone);
      return { goTo: `${PATH}?disconnected` };
    },
  });
}

async function setEnd(context: Context, fields: URLSearchParams): Promise<{ goTo: string }> {
  const choice = fields.get('ends');
  if (choice === KEEP_END) return { goTo: PATH };
  const ends_after_days = LASTING_DAYS.find((days) => String(days) === choice) ?? null;
  const grant_id = fields.get('grant_id') ?? '';
  await updateGrant(context, { grant_id, ends_after_days }).catch(unlessGone);
  return { goTo: PATH };
}

/** The user may have disconnected the assistant in another window; then nothing is left to do. */
function unlessGone(error: unknown): void {
  if (!(error instanceof NotFound)) throw error;
}
