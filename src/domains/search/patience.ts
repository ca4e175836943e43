import { Unavailable } from '../../core/errors.ts';

export const notReady = () =>
  new Unavailable('The search index is being built. Try again in a moment.');

/** Refuses the search when the work takes longer; the work goes on. */
export async function patiently<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(notReady()), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
