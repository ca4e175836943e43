import type { Context } from '../../kit/context.ts';
import { logSecurityEvent } from '../accounts/security/security-log.ts';
import type { ConnectionRow } from './connections.sql.ts';

/** Writes an entry of the security log. The name and the host tell the user which connection it is. */
export function logConnection(
  context: Context,
  event: 'connection_added' | 'connection_key_changed' | 'connection_removed',
  { id, name, address, user_id }: Pick<ConnectionRow, 'id' | 'name' | 'address' | 'user_id'>,
): Promise<void> {
  const subject = `${name} (${new URL(address).host})`;
  return logSecurityEvent(context, user_id, { event, subject, subject_id: id });
}
