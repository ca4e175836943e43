/** The part of passkeys that runs in the browser. */
import * as m from '../paraglide/messages.js';
import { service } from './service.ts';

/** The browser cannot use passkeys without https, except on this computer. */
export const supportsPasskeys = (): boolean =>
  isSecureContext && typeof PublicKeyCredential === 'function';

export async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { options } = await service.startPasskeySignIn();
  const credential = await startAuthentication({ optionsJSON: options as never }).catch(explain);
  await service.signInWithPasskey({ credential: credential as never });
}

export async function addPasskey(given: { name: string; password: string }): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { options } = await service.startPasskey({
    ...(given.password !== '' && { current_password: given.password }),
  });
  const credential = await startRegistration({ optionsJSON: options as never }).catch(explain);
  await service.addPasskey({ name: given.name, credential: credential as never });
}

/** Creates an account with a passkey, and signs in. */
export async function signUpWithPasskey({
  passkey_name,
  ...given
}: {
  name: string;
  email: string;
  timezone: string;
  passkey_name: string;
  invitation?: string;
  setup_token?: string;
}): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { user_id, options } = await service.startPasskeySignUp(given);
  const credential = await startRegistration({ optionsJSON: options as never }).catch(explain);
  await service.signUpWithPasskey({
    ...given,
    user_id,
    passkey_name,
    credential: credential as never,
  });
}

/** Replaces errors of the browser by sentences in the language of the user. */
function explain(error: unknown): never {
  const { code, name } = error as { code?: string; name?: string };
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') {
    throw new Error(
      location.hostname === '127.0.0.1'
        ? m.passkey_localhost({ address: location.origin.replace('127.0.0.1', 'localhost') })
        : m.passkey_wrong_address(),
    );
  }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') throw new Error(m.passkey_exists());
  if (name === 'NotAllowedError' || name === 'AbortError') throw new Error(m.passkey_cancelled());
  throw new Error(m.passkey_failed());
}
