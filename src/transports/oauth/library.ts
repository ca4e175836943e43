import type * as OidcProvider from 'oidc-provider';

export type Library = Pick<typeof OidcProvider, 'Provider' | 'errors' | 'interactionPolicy'> & {
  /** Runs `work` without the notices that the library prints. */
  quietly<T>(work: () => T): T;
};

let loading: Promise<Library> | undefined;

/** Loads oidc-provider when it is first needed: most starts never do. */
export function loadLibrary(): Promise<Library> {
  return (loading ??= load());
}

async function load(): Promise<Library> {
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
 * The library writes notices to the console, among them that it was never tried with a Node that is
 * not yet in long-term support. They are of no use to whoever runs the service.
 */
function muffle(): () => void {
  /* oxlint-disable no-console -- to leave everybody else's words alone */
  const { warn, info } = console;
  const isNotice = (text: unknown) => typeof text === 'string' && text.includes('oidc-provider ');
  console.warn = (...words: unknown[]) => void (isNotice(words[0]) || warn(...words));
  console.info = (...words: unknown[]) => void (isNotice(words[0]) || info(...words));
  return () => Object.assign(console, { warn, info });
}
