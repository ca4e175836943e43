import type { Client } from '../../../domains/grants/clients.ts';
import { PERMISSIONS } from '../../../domains/grants/grant.ts';
import { dotted } from '../../../core/scopes.ts';
import type { AssistantScope } from '../../../core/scopes.ts';
import { html, page } from './html.ts';
import type { Html } from './html.ts';

/** The form fields that prove origin, browser and purpose. */
export interface Form {
  proof: string;
}

export const hidden = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

export const alert = (message: string | null) => message && html`<p role="alert">${message}</p>`;

export function signInView({
  proof,
  purpose,
  message,
  email,
}: Form & { purpose: Html; message: string | null; email: string }): string {
  return page(
    'Sign in',
    html`<h1>Sign in</h1>
      <p>${purpose}</p>
      <form method="post">
        ${hidden('proof', proof)} ${hidden('action', 'sign-in')}
        <label>
          E-mail
          <input
            name="email"
            type="email"
            autocomplete="username"
            required
            value="${email}"
            ${email ? null : html`autofocus`}
          />
        </label>
        <label>
          Password
          <input
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ${email ? html`autofocus` : null}
          />
        </label>
        <button>Sign in</button>
        ${alert(message)}
      </form>`,
  );
}

/** A checkbox for one permission of an assistant. */
export function choice(scope: AssistantScope, isChosen: boolean): Html {
  return html`<label class="choice">
    <input
      type="checkbox"
      name="scope"
      value="${dotted(scope)}"
      ${isChosen ? html`checked` : null}
    />
    ${PERMISSIONS[scope]}
  </label>`;
}

/** The last line of a page for a signed-in user. */
export function signOutForm(proof: string, user: { name: string; email: string }): Html {
  return html`<form method="post" class="foot">
    ${hidden('proof', proof)}
    <p>
      ${user.name} (${user.email})
      <button name="action" value="sign-out" class="link">Sign out</button>
    </p>
  </form>`;
}

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
  /** The current permissions of the assistant, in plain words. */
  held: readonly string[];
  account: { name: string; email: string };
  message: string | null;
}): string {
  return page(
    `Connect ${client.name}`,
    html`<h1>Connect ${client.name}?</h1>
      <dl>
        <dt>Assistant</dt>
        <dd>${client.name}</dd>
        <dt>Returns to</dt>
        <dd>${place(host)}</dd>
        <dt>Your account</dt>
        <dd>${account.name} (${account.email})</dd>
      </dl>
      <p>Go on only if you have just started this in ${client.name} yourself.</p>
      <form method="post">
        ${hidden('proof', proof)}
        <fieldset>
          <legend>It may</legend>
          ${scopes.map((scope) => choice(scope, chosen.includes(scope)))}
        </fieldset>
        ${
          held.length > 0 &&
          html`<div>
            <p>
              It may already do this, and goes on doing it whatever you choose here; you can end
              that under <a href="/connections">Connected assistants</a>:
            </p>
            ${list(held)}
          </div>`
        }
        ${alert(message)}
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

/**
 * Renders the page that leads back to the assistant. Most browsers follow the address
 * automatically; other browsers show a link.
 */
export function goingOnView({ name, to }: { name: string; to: string }): string {
  return page(
    `Back to ${name}`,
    html`<h1>Back to ${name}</h1>
      <p><a href="${to}">Continue</a></p>`,
  );
}

export const list = (items: readonly string[]) =>
  html`<ul>
    ${items.map((each) => html`<li>${each}</li>`)}
  </ul>`;

/** Returns the address of an assistant in readable form. */
export function place(host: string): string {
  if (host.endsWith(':')) return `an app on this device (${host})`;
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(host);
  return isHere ? `a program on this computer (${host})` : host;
}

export function errorView({
  title,
  message,
  hint,
}: {
  title: string;
  message: string;
  hint: Html | null;
}): string {
  return page(
    title,
    html`<h1>${title}</h1>
      <p role="alert">${message}</p>
      ${hint}`,
  );
}
