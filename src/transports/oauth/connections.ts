import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../core/errors.ts';
import { listGrants, revokeGrant } from '../../domains/grants/grants.ts';
import { mcpKeys } from '../../domains/keys/keys.ts';
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
      const [grant_id, key_id] = [fields.get('grant_id'), fields.get('key_id')];
      const ended = key_id
        ? mcpKeys.revoke(context, { key_id })
        : revokeGrant(context, { grant_id: grant_id ?? '' });
      await ended.catch((error: unknown) => {
        // The user has already disconnected the assistant in another window, so nothing is left to
        // do.
        if (!(error instanceof NotFound)) throw error;
      });
      return { goTo: `${PATH}?disconnected` };
    },
  });
}
