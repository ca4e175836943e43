import type * as OidcProvider from 'oidc-provider';

export type OidcLibrary = Pick<typeof OidcProvider, 'Provider' | 'errors' | 'interactionPolicy'> & {
  /** Runs `work` without the notices that the library prints. */
  quietly<T>(work: () => T): T;
};

let loading: Promise<OidcLibrary> | undefined;

/** Loads oidc-provider at its first use, because most processes never need it. */
export function loadLibrary(): Promise<OidcLibrary> {
  return (loading ??= load());
}

async function load(): Promise<OidcLibrary> {
  const loud = muffle();
  try {
    return { ...(await import('oidc-provider')), quietly };
  } finally {
    loud();
  }
}

function quietly<T>(work: () => T): T {
  const loud = muffle();
  try {
    return work();
  } finally {
    loud();
  }
}

/**
 * Hides the notices that the library prints, such as a warning that it was not tested with this
 * version of Node. Operators cannot act on such notices.
 */
function muffle(): () => void {
  /* oxlint-disable no-console -- to leave everybody else's words alone */
  const { warn, info } = console;
  const isNotice = (text: unknown) => typeof text === 'string' && text.includes('oidc-provider ');
  console.warn = (...words: unknown[]) => void (isNotice(words[0]) || warn(...words));
  console.info = (...words: unknown[]) => void (isNotice(words[0]) || info(...words));
  return () => Object.assign(console, { warn, info });
}
