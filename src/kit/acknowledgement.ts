import { z } from 'zod';

/**
 * Answers without content that clients of the specification know. `tests/acknowledgements.test.ts` lists
 * the operations that give them; a new one answers what it changed, or 204.
 */
export const Success = z.object({ success: z.literal(true) });
export const StatusOk = z.object({ status: z.literal('ok') });
/** The same with a capital letter, where the specification writes it so. */
export const StatusCapitalOk = z.object({ status: z.literal('Ok') });
