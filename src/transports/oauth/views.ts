import type { z } from 'zod';
import type { Client } from '../../domains/grants/clients.ts';
import { PERMISSIONS } from '../../domains/grants/grant.ts';
import type { Grant } from '../../domains/grants/grant.ts';
import type { Key } from '../../domains/keys/key.ts';
import { assistantScope, dotted } from '../../kit/scopes.ts';
import type { AssistantScope } from '../../kit/scopes.ts';
import { html, page } from './html.ts';
import type { Html } from './html.ts';

/** What every form carries to prove that it is ours, from this browser, for this purpose. */
interface Form {
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

/** A box to tick for something that an assistant may do. */
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

/** The last line of a page of somebody who is signed in. */
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
  /** What it may do already, in plain words. */
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

/** Seen for a moment, or by whoever's browser does not go on by itself. */
export function goingOnView({ name, to }: { name: string; to: string }): string {
  return page(
    `Back to ${name}`,
    html`<h1>Back to ${name}</h1>
      <p><a href="${to}">Continue</a></p>`,
  );
}

export function connectionsView({
  proof,
  grants,
  keys,
  user,
  message,
}: Form & {
  grants: readonly z.output<typeof Grant>[];
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
  const connection = (grant: z.output<typeof Grant>) =>
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
      </dl>
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

const list = (items: readonly string[]) =>
  html`<ul>
    ${items.map((each) => html`<li>${each}</li>`)}
  </ul>`;

/** Where an assistant is, for people. */
export function place(host: string): string {
  if (host.endsWith(':')) return `an app on this device (${host})`;
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(host);
  return isHere ? `a program on this computer (${host})` : host;
}

function shownDate(date: string, timeZone: string): string {
  const form = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return form.format(new Date(date));
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
