import { z } from 'zod';
import { CreatedAt, Timestamp, text } from '../../../core/wire.ts';

export const MAX_PASSKEYS = 20;

export const Passkey = z
  .object({
    id: z.string().describe('The id of the passkey.'),
    name: z.string().describe('The name that the user gave.'),
    created_at: CreatedAt,
    last_used_at: Timestamp.nullable().describe(
      'The time of the latest sign-in with it; null before the first.',
    ),
    is_backed_up: z
      .boolean()
      .describe('True when the passkey is synchronised between devices of the user.'),
  })
  .meta({ id: 'Passkey' });

export const Name = text({ min: 1, max: 100, blank: 'A name cannot be empty' }).describe(
  'A name that tells passkeys apart, such as `Phone`.',
);

/** The longest fields that authenticators make are attestations, of a few kilobytes. */
const Encoded = (max: number) => z.string().min(1).max(max);

const common = {
  id: Encoded(1_400).describe('The id of the credential, in base64url.'),
  rawId: Encoded(1_400).describe('The same as `id`.'),
  type: z.literal('public-key').describe('Always `public-key`.'),
  authenticatorAttachment: z
    .string()
    .max(100)
    .optional()
    .describe('`platform` for a passkey of this device, `cross-platform` for one of another.'),
  clientExtensionResults: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('The results of extensions; the service ignores them.'),
};

/** `RegistrationResponseJSON` of WebAuthn Level 3. */
export const RegistrationResponse = z
  .object({
    ...common,
    response: z
      .object({
        clientDataJSON: Encoded(8_000).describe('The challenge and the origin, in base64url.'),
        attestationObject: Encoded(32_000).describe('The new public key, in base64url.'),
        transports: z
          .array(z.string().max(30))
          .max(10)
          .default([])
          .describe('The ways to reach the authenticator, such as `internal`.'),
      })
      .describe('The result of the authenticator.'),
  })
  .describe('The answer of `navigator.credentials.create`, as JSON (`toJSON()`).');
export type RegistrationResponse = z.infer<typeof RegistrationResponse>;

/** `AuthenticationResponseJSON` of WebAuthn Level 3. */
export const AuthenticationResponse = z
  .object({
    ...common,
    response: z
      .object({
        clientDataJSON: Encoded(8_000).describe('The challenge and the origin, in base64url.'),
        authenticatorData: Encoded(8_000).describe('The state of the authenticator, in base64url.'),
        signature: Encoded(8_000).describe('The signature over the other data, in base64url.'),
        userHandle: z
          .string()
          .max(200)
          .nullable()
          .optional()
          .describe('The id of the account, in base64url; null when the authenticator sends none.'),
      })
      .describe('The result of the authenticator.'),
  })
  .describe('The answer of `navigator.credentials.get`, as JSON (`toJSON()`).');
export type AuthenticationResponse = z.infer<typeof AuthenticationResponse>;

export const Options = z
  .object({
    options: z
      .record(z.string(), z.unknown())
      .describe(
        'Options of WebAuthn Level 3 as JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON` ' +
          'or `parseRequestOptionsFromJSON`. They are valid for five minutes.',
      ),
  })
  .meta({ id: 'PasskeyOptions' });
