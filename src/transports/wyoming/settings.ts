import { z } from 'zod';
import { setting } from '../../core/setting.ts';
import type { Settings } from '../../core/setting.ts';

export const wyomingSettings = {
  port: setting({
    env: 'SVC_WYOMING_PORT',
    doc:
      'Turns on the Wyoming protocol on this port, usually 10300, so that Home Assistant can use the recogniser ' +
      '([the house](house.md)). The protocol has no authentication: everybody who reaches the port may use it.',
    schema: z.coerce.number().int().min(1).max(65_535).optional(),
    fallback: 'none: nothing listens',
  }),
  host: setting({
    env: 'SVC_WYOMING_HOST',
    doc:
      'The network interface for the Wyoming protocol. The default is reachable from this machine only. ' +
      'Choose only an interface whose whole network you trust.',
    schema: z.string().min(1).default('127.0.0.1'),
  }),
  account: setting({
    env: 'SVC_WYOMING_ACCOUNT',
    doc:
      'The e-mail address of the account that keeps what is said through the Wyoming protocol, as ' +
      'conversations. Everybody who reaches the port can then add to this account; nobody can read it.',
    schema: z
      .email('an e-mail address such as me@example.org')
      .transform((address) => address.toLowerCase())
      .optional(),
    fallback: 'none: nothing is kept',
  }),
};

export function wyomingContradictions({
  port,
  account,
}: Settings<typeof wyomingSettings>): string[] {
  return account !== undefined && port === undefined
    ? ['SVC_WYOMING_ACCOUNT is set without SVC_WYOMING_PORT: also set the port.']
    : [];
}
