/** The path of the console: `/`, or the path that a proxy gives the service, such as `/me/`. */
export const BASE = new URL(import.meta.url).pathname.replace(/(?:assets|src)\/.*$/, '');

/** Returns the path of a page or of an answer of the service, as the browser needs it. */
export function at(path: string): string {
  return path.startsWith(BASE) ? path : BASE + path.slice(1);
}
