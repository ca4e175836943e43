import type { OidcContext } from 'oidc-provider';
import { html } from './html.ts';
import { errorView } from './views.ts';

interface Problem {
  error: string;
  error_description?: string;
}

const ANOTHER_WAY = html`<p>
    Assistants that are registered here connect by signing in; ChatGPT and Claude are. Every other
    one connects with an <strong>MCP key</strong>: the page
    <a href="/connect">Connect an assistant</a> makes one and says where it belongs.
  </p>
  <p>
    Whoever runs this service can register others with <code>SVC_OAUTH_CLIENTS</code>, or let users
    look up unknown ones with <code>SVC_OAUTH_UNKNOWN_CLIENTS</code>.
  </p>`;

const TITLES: Record<string, { title: string; message?: string }> = {
  invalid_client: {
    title: 'This assistant is not registered',
    message: 'The assistant requested access with an unknown client id.',
  },
  invalid_redirect_uri: {
    title: 'This assistant cannot get access',
    message:
      'The request contains an address that is not registered for the assistant. No access ' +
      'was given.',
  },
};

/** Shows an error when the service cannot redirect back to the client; programs get JSON. */
export function errorPage(
  context: OidcContext & { type?: string; accepts(...types: string[]): string | false },
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
    message: known?.message ?? `${error_description ?? error}. Start again in your assistant.`,
    hint: error === 'invalid_client' ? ANOTHER_WAY : null,
  });
}
