import { logSecurityEvent } from '../../accounts/security/security-log.ts';
import type { SecurityGround } from '../../accounts/security/security-log.ts';
import type { NamedKey } from './keys.sql.ts';

/** Writes into the security log what happened to a key. */
export function logKeyEvent(
  ground: SecurityGround,
  event: 'key_created' | 'key_first_used' | 'key_revoked',
  { user_id, id, name }: NamedKey,
): Promise<void> {
  return logSecurityEvent(ground, user_id, { event, subject: name, subject_id: id });
}
