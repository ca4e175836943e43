import { isForeignSpelling } from '../../../domains/access/grants/client-documents.ts';
import { LASTING_DAYS, PERMISSIONS } from '../../../domains/access/grants/grant.ts';
import { dotted, isReading } from '../../../core/scopes.ts';
import type { AssistantScope } from '../../../core/scopes.ts';
import { date, html, page, t, translated } from './html.ts';
import type { Html, Page } from './html.ts';

/** The form fields that prove origin, browser and purpose. */
export interface Form {
  proof: string;
}

export const hidden = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

export const alert = (message: string | null) =>
  message && html`<p id="problem" role="alert">${translated(message)}</p>`;

/** Marks a field to which the message of `alert` belongs. */
const inError = (isWrong: boolean) =>
  isWrong ? html`aria-invalid="true" aria-describedby="problem"` : null;

export function signInView({
  proof,
  purpose,
  message,
  email,
  elsewhere,
}: Form & {
  purpose: Html;
  message: string | null;
  email: string;
  /** The page to which other ways to sign in return; null when only the password is enough. */
  elsewhere: Elsewhere | null;
}): Page {
  return page(
    t('Sign in'),
    html`<h1>${t('Sign in')}</h1>
      <p>${purpose}</p>
      <form method="post" novalidate>
        ${hidden('proof', proof)} ${hidden('action', 'sign-in')}
        <label>
          ${t('E-mail')}
          <input
            name="email"
            type="email"
            autocomplete="username"
            required
            value="${email}"
            ${inError(message !== null)}
            ${email ? null : html`autofocus`}
          />
        </label>
        <label>
          ${t('Password')}
          <input
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ${inError(message !== null)}
            ${email ? html`autofocus` : null}
          />
        </label>
        ${alert(message)}
        <button>${t('Sign in')}</button>
      </form>
      ${elsewhere && otherWays(elsewhere)}`,
  );
}

interface Elsewhere {
  return_to: string;
  /** The OpenID Connect provider, if there is one. */
  oidcName: string | null;
}

/** Links, because this page has no scripts. */
function otherWays({ return_to, oidcName }: Elsewhere): Html {
  const provider = `/v1/auth/oidc/start?${new URLSearchParams({ return_to })}`;
  const console = `/sign-in?${new URLSearchParams({ to: return_to })}`;
  const name = oidcName;
  return html`${name && html`<p><a class="button" href="${provider}">${t('Continue with {name}', { name })}</a></p>`}
    <p><a href="${console}">${t('Sign in with a passkey')}</a></p>`;
}

/** Checkboxes for permissions, those that read apart from those that change something. */
export function choices(
  scopes: readonly AssistantScope[],
  chosen: readonly AssistantScope[],
): Html[] {
  const group = (legend: Html, some: readonly AssistantScope[]) =>
    html`<fieldset>
      <legend>${legend}</legend>
      ${some.map((scope) => choice(scope, chosen.includes(scope)))}
    </fieldset>`;
  const [reading, changing] = [scopes.filter(isReading), scopes.filter((each) => !isReading(each))];
  return [
    ...(reading.length > 0 ? [group(t('It may read'), reading)] : []),
    ...(changing.length > 0 ? [group(t('It may change: tick what it shall do'), changing)] : []),
  ];
}

function choice(scope: AssistantScope, isChosen: boolean): Html {
  return html`<label class="choice">
    <input
      type="checkbox"
      name="scope"
      value="${dotted(scope)}"
      ${isChosen ? html`checked` : null}
    />
    ${translated(PERMISSIONS[scope])}
  </label>`;
}

/** The choice that leaves the end of a connection as it is. */
export const KEEP_END = 'keep';

/** A list to choose when a connection ends; the present end comes first. */
export function endChoice(ends_at: string | null, timeZone: string): Html {
  const never = html`<option value="never">${t('never by itself')}</option>`;
  const present =
    ends_at &&
    html`<option value="${KEEP_END}">
      ${t('on {date}, as now', { date: date(ends_at, timeZone) })}
    </option>`;
  const after = LASTING_DAYS.map(
    (days) =>
      html`<option value="${days}">
        ${days === 1 ? t('in 1 day') : t('in {days} days', { days })}
      </option>`,
  );
  return html`<label>
    ${t('The connection ends')}
    <select name="ends">
      ${present} ${never} ${after}
    </select>
  </label>`;
}

/** The last line of a page for a signed-in user. */
export function signOutForm(proof: string, user: { name: string; email: string }): Html {
  return html`<form method="post" class="foot">
    ${hidden('proof', proof)}
    <p>
      ${user.name} (${user.email})
      <button name="action" value="sign-out" class="link">${t('Sign out')}</button>
    </p>
  </form>`;
}

/**
 * Renders the page that leads back to the assistant. Most browsers follow the address
 * automatically; other browsers show a link.
 */
export function goingOnView({ name, to }: { name: string; to: string }): Page {
  return page(
    t('Back to {name}', { name }),
    html`<h1>${t('Back to {name}', { name })}</h1>
      <p><a href="${to}">${t('Continue')}</a></p>`,
  );
}

export const listView = (items: readonly string[]) =>
  html`<ul>
    ${items.map((each) => html`<li>${translated(each)}</li>`)}
  </ul>`;

/** Returns the address of an assistant in readable form. */
export function place(host: string): Html {
  if (host.endsWith(':')) return t('an app on this device ({host})', { host });
  return isThisComputer(host) ? t('a program on this computer ({host})', { host }) : html`${host}`;
}

export function isThisComputer(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(host);
}

/** A warning about a host name that can imitate another one. */
export function foreignSpellingNote(host: string): Html | null {
  return isForeignSpelling(host)
    ? html`<p>
        ${t('The name of the host contains letters that are not plain Latin ({mark}).', {
          mark: html`<code>xn--</code>`,
        })}
        ${t('It may imitate another name.')}
      </p>`
    : null;
}

export function errorView({
  title,
  message,
  hint,
}: {
  title: string;
  message: string;
  hint: Html | null;
}): Page {
  return page(
    translated(title),
    html`<h1>${translated(title)}</h1>
      <p role="alert">${translated(message)}</p>
      ${hint}`,
  );
}
