import { z } from 'zod';
import { setting } from '../../core/setting.ts';
import { text, Timestamp } from '../../core/wire.ts';

export const MIN_PASSWORD = 12;

export const WeekStart = z
  .enum(['monday', 'sunday', 'saturday'])
  .describe('The first day of the week in "next week" and `due=this_week`.');

export const DueHour = z
  .int()
  .min(0)
  .max(23)
  .nullable()
  .describe(
    'The hour at which a task is due if only its day was mentioned ("tomorrow"); null ' +
      'means the end of the day.',
  );

export const KeepsExamples = z
  .boolean()
  .describe(
    'True when the service keeps the sentence about which you decided with each decision, without ' +
      'secrets, so that you can export examples to train a reader. `false` forgets those kept.',
  );

export const User = z
  .object({
    id: z.string().describe('The value for the `uid` parameter of the listening socket.'),
    email: z.string().describe('The e-mail address with which the user signs in.'),
    name: z.string().describe('The name of the user.'),
    timezone: z
      .string()
      .describe('IANA name. Days such as "tomorrow" begin and end in this time zone.'),
    language: z
      .string()
      .nullable()
      .describe('ISO 639-1: the default language of texts; null means English.'),
    week_start: WeekStart,
    due_hour: DueHour,
    keeps_examples: KeepsExamples,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const SignIn = z.strictObject({
  email: z.email().max(320).describe('The address of the account.'),
  password: z.string().min(1).max(1024).describe('The password of the account.'),
});

export const SignedIn = z
  .object({
    token: z
      .string()
      .describe('The session token `svc_ses_…`, shown once. Send it as `Authorization: Bearer`.'),
    user: User.pick({ id: true, email: true, name: true, timezone: true }).describe('The account.'),
    expires_at: Timestamp.describe('The time at which the session ends.'),
  })
  .meta({ id: 'SignedIn' });

export const Timezone = z
  .string()
  .refine(isTimezone, 'Use an IANA time zone such as Europe/Lisbon');

export const NewPassword = z
  .string()
  .min(MIN_PASSWORD, `Choose a password of at least ${MIN_PASSWORD} characters`)
  .max(1024)
  .meta({ examples: ['nine quiet herons at dusk'] });

export const NewAccount = z.strictObject({
  email: z.email().max(320).describe('The e-mail address for signing in.'),
  password: NewPassword.describe('The password for signing in.'),
  name: text({ min: 1, max: 100 }).describe('The name of the user.'),
  timezone: Timezone.describe('IANA name, such as Europe/Lisbon.'),
});
export type NewAccount = z.infer<typeof NewAccount>;

function isTimezone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const SIGN_UP = ['closed', 'invited', 'open'] as const;
export type SignUp = (typeof SIGN_UP)[number];

export const accountSettings = {
  ownerEmail: setting({
    env: 'SVC_OWNER_EMAIL',
    doc:
      'The address of the owner account, which the first start creates. Without it, the first ' +
      'start prints a one-time set-up link.',
    schema: z.email('an e-mail address such as me@example.org').optional(),
  }),
  ownerPassword: setting({
    env: 'SVC_OWNER_PASSWORD',
    doc: `The password of the owner account, at least ${MIN_PASSWORD} characters. Only the first start reads it.`,
    schema: z.string().min(MIN_PASSWORD, `at least ${MIN_PASSWORD} characters`).optional(),
    secret: true,
  }),
  timezone: setting({
    env: 'SVC_TIMEZONE',
    doc: "The owner's time zone (IANA name), for an account that the first start creates.",
    schema: z
      .string()
      .refine(isTimezone, 'an IANA time zone such as Europe/Lisbon')
      .default(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'),
    fallback: "the machine's zone",
  }),
  signUp: setting({
    env: 'SVC_SIGN_UP',
    doc:
      'The people who may create an account: `invited` (with an invitation of the owner), `open` ' +
      '(everybody who reaches the service) or `closed` (nobody).',
    schema: z.enum(SIGN_UP, 'closed, invited or open').default('invited'),
  }),
  securityContact: setting({
    env: 'SVC_SECURITY_CONTACT',
    doc:
      'Where to report a security problem: `mailto:me@example.org` or an https address. ' +
      '`/.well-known/security.txt` shows it.',
    schema: z
      .string()
      .regex(/^(?:mailto:\S+@\S+|https:\/\/\S+)$/, 'mailto:me@example.org or an https address')
      .optional(),
  }),
};
