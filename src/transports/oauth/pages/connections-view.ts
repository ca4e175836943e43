import type { z } from 'zod';
import { PERMISSIONS } from '../../../domains/grants/grant.ts';
import type { GrantOutput } from '../../../domains/grants/grant.ts';
import type { Key } from '../../../domains/keys/key.ts';
import { assistantScope } from '../../../core/scopes.ts';
import { html, page } from './html.ts';
import { endChoice, hidden, list, place, shownDate, signOutForm } from './views.ts';
import type { Form } from './views.ts';

export function connectionsView({
  proof,
  grants,
  keys,
  user,
  message,
}: Form & {
  grants: readonly GrantOutput[];
  keys: readonly z.output<typeof Key>[];
  user: { name: string; email: string; timezone: string };
  message: string | null;
}): string {
  const on = (date: string | null) =>
    date ? html`<time datetime="${date}">${shownDate(date, user.timezone)}</time>` : html`never`;
  const ending = (name: 'grant_id' | 'key_id', id: string, whom: string, word: string) =>
    html`<form method="post">
      ${hidden('proof', proof)} ${hidden(name, id)}
      <p><button name="action" value="end" aria-label="${word} ${whom}">${word}</button></p>
    </form>`;
  const connection = (grant: GrantOutput) =>
    html`<article>
      <h2>${grant.client_name}</h2>
      <dl>
        <dt>May</dt>
        <dd>${list(grant.permissions)}</dd>
        <dt>Returns to</dt>
        <dd>${place(grant.redirect_host)}</dd>
        <dt>Since</dt>
        <dd>${on(grant.created_at)}</dd>
        <dt>Last used</dt>
        <dd>${on(grant.last_used_at)}</dd>
        <dt>Ends</dt>
        <dd>${on(grant.ends_at)}</dd>
      </dl>
      <form method="post">
        ${hidden('proof', proof)} ${hidden('grant_id', grant.id)}
        ${endChoice(grant.ends_at, user.timezone)}
        <p><button name="action" value="set-end" class="quiet">Set the end</button></p>
      </form>
      ${ending('grant_id', grant.id, grant.client_name, 'Disconnect')}
    </article>`;
  const keyView = (key: z.output<typeof Key>) =>
    html`<article>
      <h2>${key.name}</h2>
      <dl>
        <dt>Key</dt>
        <dd><code>${key.key_prefix}…</code></dd>
        <dt>May</dt>
        <dd>${list(permissionsOf(key.scopes ?? []))}</dd>
        <dt>Since</dt>
        <dd>${on(key.created_at)}</dd>
        <dt>Last used</dt>
        <dd>${on(key.last_used_at)}</dd>
      </dl>
      ${ending('key_id', key.id, `the key ${key.name}`, 'Revoke')}
    </article>`;
  return page(
    'Connected assistants',
    html`<h1>Connected assistants</h1>
      <p>
        What assistants may do with the data of ${user.name} (${user.email}). Who is disconnected is
        locked out at once. <a href="/connect">Connect an assistant</a>
      </p>
      ${message ? html`<p role="status">${message}</p>` : null}
      ${grants.length > 0 ? grants.map(connection) : html`<p>No assistant has signed in.</p>`}
      <h1>MCP keys</h1>
      ${keys.length > 0 ? keys.map(keyView) : html`<p>There are none.</p>`}
      ${signOutForm(proof, user)}`,
  );
}

function permissionsOf(scopes: readonly string[]): string[] {
  const known = scopes.map(assistantScope).filter((scope) => scope !== null);
  return known.length > 0 ? known.map((scope) => PERMISSIONS[scope]) : ['Nothing'];
}
