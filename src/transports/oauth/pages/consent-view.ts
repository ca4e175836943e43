import type { Client } from '../../../domains/grants/clients.ts';
import type { GrantOutput } from '../../../domains/grants/grant.ts';
import type { AssistantScope } from '../../../core/scopes.ts';
import { html, page } from './html.ts';
import type { Html } from './html.ts';
import {
  alert,
  choices,
  endChoice,
  foreignSpellingNote,
  hidden,
  isThisComputer,
  list,
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
}): string {
  return page(
    `Connect ${client.name}`,
    html`<h1>Connect ${client.name}?</h1>
      <dl>
        <dt>Assistant</dt>
        <dd>${client.name}</dd>
        ${
          client.isUnknown &&
          html`<dt>Address</dt>
            <dd><code>${client.id}</code></dd>`
        }
        <dt>Returns to</dt>
        <dd>${place(host)}</dd>
        <dt>Your account</dt>
        <dd>${account.name} (${account.email})</dd>
      </dl>
      <p>Go on only if you have just started this in ${client.name} yourself.</p>
      ${client.isUnknown && unknownNote(client, host)}
      <form method="post">
        ${hidden('proof', proof)} ${choices(scopes, chosen)}
        ${
          held &&
          html`<div>
            <p>
              It may already do this, and goes on doing it whatever you choose here; you can end
              that under <a href="/connections">Connected assistants</a>:
            </p>
            ${list(held.permissions)}
          </div>`
        }
        ${endChoice(held?.ends_at ?? null, account.timezone)} ${alert(message)}
        <div class="buttons">
          <button name="action" value="allow">Allow</button>
          <button name="action" value="deny" class="quiet">Cancel</button>
        </div>
        <p>
          <button name="action" value="switch" class="link">Use another account</button>
        </p>
      </form>
      <p>You can end this at any time under <a href="/connections">Connected assistants</a>.</p>`,
  );
}

/** Warnings about an assistant that is not registered here. */
function unknownNote({ id }: Client, host: string): Html {
  return html`<div class="note">
    <p>
      This assistant is not registered here. Nobody has checked the name that it gives itself; only
      the address is certain.
    </p>
    ${foreignSpellingNote(new URL(id).host)}
    ${
      isThisComputer(host) &&
      html`<p>
        It returns to a program on this computer. Any program on this computer can pretend to be
        this assistant.
      </p>`
    }
  </div>`;
}
