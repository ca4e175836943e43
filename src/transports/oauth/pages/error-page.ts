import type { IncomingMessage } from 'node:http';
import type { OidcContext } from 'oidc-provider';
import { html, t } from './html.ts';
import { pageReaderOf } from '../reader.ts';
import { errorView } from './views.ts';

interface Problem {
  error: string;
  error_description?: string;
}

const ANOTHER_WAY = html`<p>
    ${t('Assistants that are registered here connect by signing in; ChatGPT and Claude are.')}
    ${t('Every other one connects with an MCP key: the page {link} makes one.', {
      link: html`<a href="/settings/connect">${t('Connect an assistant')}</a>`,
    })}
  </p>
  <p>
    ${t(
      'The operator can register others with {clients}, or let users look them up with {unknown}.',
      {
        clients: html`<code>SVC_OAUTH_CLIENTS</code>`,
        unknown: html`<code>SVC_OAUTH_UNKNOWN_CLIENTS</code>`,
      },
    )}
  </p>`;

/** The reason comes from the protocol's library, in English only. */
const reasonOf = (reason: string) =>
  html`<p>
    ${t('For its developer: {reason}', { reason: html`<span lang="en">${reason}.</span>` })}
  </p>`;

const TITLES: Record<string, { title: string; message?: string }> = {
  invalid_client: {
    title: 'This assistant is not registered',
    message: 'The assistant requested access with an unknown client id.',
  },
  invalid_redirect_uri: {
    title: 'This assistant cannot get access',
    message: 'The request contains an address that is not registered for the assistant.',
  },
};

/** Shows an error when the service cannot redirect back to the client; programs get JSON. */
export function errorPage(
  context: OidcContext & {
    type?: string;
    /** Our own host, whatever the browser sent. */
    host: string;
    req: IncomingMessage;
    accepts(...types: string[]): string | false;
  },
  { error, error_description }: Problem,
): void {
  const isForPeople = /^(authorization|resume)$/.test(context.oidc.route);
  if (!isForPeople || context.accepts('json', 'html') !== 'html') {
    context.body = { error, error_description };
    return;
  }
  const known = TITLES[error];
  context.type = 'html';
  context.body = errorView({
    title: known?.title ?? 'The request failed',
    message: known?.message ?? 'The assistant sent a request that this service cannot accept.',
    hint:
      error === 'invalid_client'
        ? ANOTHER_WAY
        : html`<p>${t('Start again in your assistant.')}</p>
            ${known ? null : reasonOf(error_description ?? error)}`,
  }).render(pageReaderOf(context.req, `http://${context.host}`));
}
