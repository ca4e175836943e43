import type { z } from 'zod';
import { PERMISSIONS } from '../../../domains/grants/grant.ts';
import type { GrantOutput } from '../../../domains/grants/grant.ts';
import type { Key } from '../../../domains/keys/key.ts';
import { assistantScope } from '../../../core/scopes.ts';
import { date, html, page, t, translated } from './html.ts';
import type { Html, Page } from './html.ts';
import { endChoice, hidden, list, place, signOutForm } from './views.ts';
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
}): Page {
  const on = (at: string | null) =>
    at ? html`<time datetime="${at}">${date(at, user.timezone)}</time>` : t('never');
  const ending = (name: 'grant_id' | 'key_id', id: string, word: Html, label: Html) =>
    html`<form method="post">
      ${hidden('proof', proof)} ${hidden(name, id)}
      <p><button name="action" value="end" aria-label="${label}">${word}</button></p>
    </form>`;
  const connection = (grant: GrantOutput) =>
    html`<article>
      <h2>${grant.client_name}</h2>
      <dl>
        <dt>${t('May')}</dt>
        <dd>${list(grant.permissions)}</dd>
        <dt>${t('Returns to')}</dt>
        <dd>${place(grant.redirect_host)}</dd>
        <dt>${t('Since')}</dt>
        <dd>${on(grant.created_at)}</dd>
        <dt>${t('Last used')}</dt>
        <dd>${on(grant.last_used_at)}</dd>
        <dt>${t('Ends')}</dt>
        <dd>${on(grant.ends_at)}</dd>
      </dl>
      <form method="post">
        ${hidden('proof', proof)} ${hidden('grant_id', grant.id)}
        ${endChoice(grant.ends_at, user.timezone)}
        <p><button name="action" value="set-end" class="quiet">${t('Set the end')}</button></p>
      </form>
      ${ending(
        'grant_id',
        grant.id,
        t('Disconnect'),
        t('Disconnect {name}', { name: grant.client_name }),
      )}
    </article>`;
  const keyView = (key: z.output<typeof Key>) =>
    html`<article>
      <h2>${key.name}</h2>
      <dl>
        <dt>${t('Key')}</dt>
        <dd><code>${key.key_prefix}…</code></dd>
        <dt>${t('May')}</dt>
        <dd>${list(permissionsOf(key.scopes ?? []))}</dd>
        <dt>${t('Since')}</dt>
        <dd>${on(key.created_at)}</dd>
        <dt>${t('Last used')}</dt>
        <dd>${on(key.last_used_at)}</dd>
      </dl>
      ${ending('key_id', key.id, t('Revoke'), t('Revoke the key {name}', { name: key.name }))}
    </article>`;
  return page(
    t('Connected assistants'),
    html`<h1>${t('Connected assistants')}</h1>
      <p>
        ${t('What assistants may do with the data of {name} ({email}).', {
          name: user.name,
          email: user.email,
        })}
        ${t('Who is disconnected is locked out at once.')}
        <a href="/connect">${t('Connect an assistant')}</a>
      </p>
      ${message ? html`<p role="status">${translated(message)}</p>` : null}
      ${grants.length > 0 ? grants.map(connection) : html`<p>${t('No assistant has signed in.')}</p>`}
      <h1>${t('MCP keys')}</h1>
      ${keys.length > 0 ? keys.map(keyView) : html`<p>${t('There are none.')}</p>`}
      ${signOutForm(proof, user)}`,
  );
}

function permissionsOf(scopes: readonly string[]): string[] {
  const known = scopes.map(assistantScope).filter((scope) => scope !== null);
  return known.length > 0 ? known.map((scope) => PERMISSIONS[scope]) : ['Nothing'];
}
