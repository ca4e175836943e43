import type { Client } from '../../../domains/access/grants/clients.ts';
import type { GrantOutput } from '../../../domains/access/grants/grant.ts';
import type { AssistantScope } from '../../../core/scopes.ts';
import { html, page, t } from './html.ts';
import type { Html, Page } from './html.ts';
import {
  alert,
  choices,
  endChoice,
  foreignSpellingNote,
  hidden,
  isThisComputer,
  listView,
  place,
} from './views.ts';
import type { Form } from './views.ts';

export function consentView({
  proof,
  client,
  host,
  scopes,
  chosen,
  held,
  account,
  message,
}: Form & {
  client: Client;
  host: string;
  scopes: readonly AssistantScope[];
  chosen: readonly AssistantScope[];
  /** The existing connection of the assistant. */
  held: GrantOutput | undefined;
  account: { name: string; email: string; timezone: string };
  message: string | null;
}): Page {
  return page(
    t('Connect {name}', { name: client.name }),
    html`<h1>${t('Connect {name}?', { name: client.name })}</h1>
      <dl>
        <dt>${t('Assistant')}</dt>
        <dd>${client.name}</dd>
        ${
          client.isUnknown &&
          html`<dt>${t('Address')}</dt>
            <dd><code>${client.id}</code></dd>`
        }
        <dt>${t('Returns to')}</dt>
        <dd>${place(host)}</dd>
        <dt>${t('Your account')}</dt>
        <dd>${account.name} (${account.email})</dd>
      </dl>
      <p>
        ${t('Go on only if you have just started this in {name} yourself.', {
          name: client.name,
        })}
      </p>
      ${client.isUnknown && unknownNote(client, host)}
      <form method="post">
        ${hidden('proof', proof)} ${choices(scopes, chosen)}
        ${
          held &&
          html`<div>
            <p>${t('It may already do this, and goes on doing it whatever you choose here:')}</p>
            ${listView(held.permissions)}
          </div>`
        }
        ${endChoice(held?.ends_at ?? null, account.timezone)} ${alert(message)}
        <div class="buttons">
          <button name="action" value="allow">${t('Allow')}</button>
          <button name="action" value="deny" class="quiet">${t('Cancel')}</button>
        </div>
        <p>
          <button name="action" value="switch" class="link">${t('Use another account')}</button>
        </p>
      </form>
      <p>
        ${t('You can end this at any time under {link}.', {
          link: html`<a href="/settings/assistants">${t('Connected assistants')}</a>`,
        })}
      </p>`,
  );
}

/** Warnings about an assistant that is not registered here. */
function unknownNote({ id }: Client, host: string): Html {
  return html`<div class="note">
    <p>
      ${t('This assistant is not registered here.')}
      ${t('Nobody has checked the name that it gives itself; only the address is certain.')}
    </p>
    ${foreignSpellingNote(new URL(id).host)}
    ${
      isThisComputer(host) &&
      html`<p>
        ${t('It returns to a program on this computer.')}
        ${t('Any program on this computer can pretend to be this assistant.')}
      </p>`
    }
  </div>`;
}
