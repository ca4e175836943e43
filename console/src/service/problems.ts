import * as m from '../paraglide/messages.js';
import { ApiError, Unreachable } from '../../../client/src/errors.ts';

/** Null until it is loaded. */
let translate: ((english: string) => string | null) | null = null;

/** Loads the sentences of refusals. Without them, the words of the service are shown. */
export async function loadRefusals(): Promise<void> {
  const { translateRefusal } = await import('./refusals.ts');
  translate = translateRefusal;
}

/** Returns a sentence of the service in the language of the page; an unknown one is quoted. */
export function inOwnWords(english: string): string {
  return translate ? (translate(english) ?? m.refused_untranslated({ reason: english })) : english;
}

/** Returns the error as a sentence for the user. */
export function toMessage(error: unknown): string {
  if (error instanceof Unreachable || error instanceof TypeError) return m.problem_unreachable();
  if (error instanceof ApiError) {
    if (error.status === 412) return m.problem_changed_elsewhere();
    if (error.status === 507) return m.problem_disk_full();
    if (error.status >= 500) return translate?.(error.message) ?? m.problem_service();
    if (Array.isArray(error.detail)) {
      return error.detail.map(({ msg }: { msg?: string }) => inOwnWords(msg ?? '')).join(' ');
    }
    return inOwnWords(error.message);
  }
  return error instanceof Error ? error.message : m.problem_service();
}

/** Returns whether the record that was asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
