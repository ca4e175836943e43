import { z } from 'zod';

/**
 * The answers without content that the specification requires. `tests/acknowledgements.test.ts`
 * lists the operations that return them. A new operation returns the changed object, or 204.
 */
export const Success = z.object({
  success: z.literal(true).describe('Always `true`; a failure answers with an error status.'),
});
export const StatusOk = z.object({
  status: z.literal('ok').describe('Always `ok`; a failure answers with an error status.'),
});
/** The status with a capital letter, for answers where the specification requires it. */
export const StatusCapitalOk = z.object({
  status: z.literal('Ok').describe('Always `Ok`; a failure answers with an error status.'),
});
