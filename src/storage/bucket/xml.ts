/** Reads the few flat elements of S3's answers that are read here. */

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Returns the contents of all elements of this name, which may contain other elements. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner]) => inner!);
}

/** Returns the text of the first element of this name; null when there is none. */
export function valueOf(xml: string, name: string): string | null {
  const text = elementsOf(xml, name)[0];
  if (text === undefined) return null;
  return text.replace(/&(#?\w+);/g, (whole, entity: string) =>
    entity.startsWith('#')
      ? String.fromCodePoint(Number(entity.replace('#x', '0x').replace('#', '')))
      : (ENTITIES[entity] ?? whole),
  );
}
