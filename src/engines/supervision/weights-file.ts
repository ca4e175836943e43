import { existsSync } from 'node:fs';

const PACKAGE = '@commonplace/weights';
const OWN = new URL('../../../assets/', import.meta.url);

/**
 * Returns the place of a file of weights. A checkout has them in `assets`; an installed service has
 * a package of them, which an update installs again only if the weights have changed.
 */
export function weightsFile(name: string): URL {
  const own = new URL(name, OWN);
  if (existsSync(own)) return own;
  try {
    return new URL(import.meta.resolve(`${PACKAGE}/${name}`));
  } catch {
    // Whoever reads the file says that it is missing, and how to restore it.
    return own;
  }
}
