import { z } from 'zod';

/**
 * The answers without content that the specification requires. `tests/acknowledgements.test.ts`
 * lists the operations that return them. A new operation returns the changed object, or 204.
 */
export const Success = z.object({ success: z.literal(true) });
export const StatusOk = z.object({ status: z.literal('ok') });
/** The status with a capital letter, for answers where the specification requires it. */
export const StatusCapitalOk = z.object({ status: z.literal('Ok') });
