import { ApiError } from '../../../../client/src/errors.ts';
import { inOwnWords } from '../../service/problems.ts';

/** Returns the problems of a form by field. */
export function problemsByField(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || !Array.isArray(error.detail)) return {};
  return Object.fromEntries(
    error.detail.map(({ loc, msg }: { loc?: unknown[]; msg?: string }) => [
      String(loc?.at(-1) ?? ''),
      inOwnWords(msg ?? ''),
    ]),
  );
}
