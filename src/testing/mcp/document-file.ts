import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourcesFolder } from '../bundle/bundle.ts';
import type { Json } from '../clients/api-user.ts';

/**
 * Returns the OpenAPI document of these sources, which only the first process loads from a service.
 * Making the document takes longer than most tests.
 */
export async function documentOfSources(load: () => Promise<Json>): Promise<Json> {
  const file = join(sourcesFolder(), 'openapi.json');
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    const document = await load();
    const part = `${file}.${process.pid}`;
    await writeFile(part, JSON.stringify(document));
    await rename(part, file);
    return document;
  }
}
