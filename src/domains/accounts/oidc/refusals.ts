import { Unauthenticated } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';

/** The reasons for which a sign-in with the provider fails. The console has a text for each. */
export const REFUSALS = {
  cancelled: 'The sign-in was cancelled at the provider.',
  expired: 'The sign-in took too long, or began in another browser. Try again.',
  refused: 'The answer of the provider could not be verified. Try again.',
  unavailable: 'The provider does not answer. Try again later, or sign in another way.',
  not_configured: 'This service has no OpenID Connect provider.',
  no_account:
    'No account here belongs to this sign-in. If you have an account, sign in another way and connect ' +
    'the provider in the settings. Otherwise ask the owner for an invitation.',
  no_address: 'The provider did not tell your e-mail address, without which there is no account.',
  address_taken:
    'An account here already has your e-mail address. Sign in another way, and connect the provider ' +
    'in the settings.',
  taken: 'This sign-in at the provider already belongs to another account here.',
  other_user: 'You are no longer signed in as the user who began. Sign in and try again.',
  too_many: 'There were too many failed sign-ins. Wait a few minutes, and try again.',
  failed: 'The sign-in failed because of a defect on our side. It was logged.',
} as const;

export type RefusalReason = keyof typeof REFUSALS;

export class OidcRefused extends Unauthenticated {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, options: ErrorOptions = {}) {
    super(REFUSALS[reason], options);
    this.reason = reason;
  }
}

/** Reasons that users cause. */
const USUAL: readonly RefusalReason[] = ['cancelled', 'expired'];

/**
 * Logs why the provider or its answer was refused. The errors themselves are not logged, because
 * they contain codes and facts about the person.
 */
export function noteRefusal({ log }: { log: Log }, error: unknown): void {
  if (!(error instanceof OidcRefused) || USUAL.includes(error.reason)) return;
  const [outer, inner] = [error.cause, (error.cause as { cause?: unknown } | undefined)?.cause];
  const messages = [outer, inner].filter((each) => each instanceof Error);
  const problem = messages.map(({ message }) => message).join(': ') || undefined;
  const { error: code } = (outer ?? {}) as { error?: unknown };
  log.warn({ reason: error.reason, problem, code }, 'a sign-in with OpenID Connect failed');
}
