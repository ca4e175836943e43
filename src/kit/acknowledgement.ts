import { z } from 'zod';

/**
 * Answers without content, as in the specification. `tests/acknowledgements.test.ts` lists the
 * operations that return them. A new operation returns what it changed, or 204.
 */
export const Success = z.object({ success: z.literal(true) });
export const StatusOk = z.object({ status: z.literal('ok') });
/** The status with a capital letter, for answers that have one in the specification. */
export const StatusCapitalOk = z.object({ status: z.literal('Ok') });
