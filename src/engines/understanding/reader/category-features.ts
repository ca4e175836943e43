/** Features of a whole talk that tell its category. */
import type { Prepared } from './features.ts';

export function categoryFeatures({ talk, units, plain, clusters }: Prepared): string[] {
  const features = [
    'bias',
    `lang ${talk.language}`,
    `speakers ${Math.min(3, new Set(talk.turns.map(({ speaker }) => speaker)).size)}`,
  ];
  const counts = new Map<string, number>();
  const count = (feature: string) => counts.set(feature, (counts.get(feature) ?? 0) + 1);
  for (const unit of units) {
    const words = plain.get(unit)!;
    for (const [at, word] of words.entries()) {
      count(`w ${word}`);
      if (word.length > 5) count(`s ${word.slice(0, 5)}`);
      count(`b ${word} ${words[at + 1] ?? '>'}`);
      const cluster = clusters.of(word);
      if (!cluster || cluster.rank < 150) continue;
      count(`c ${cluster.coarse}`);
      count(`f ${cluster.fine}`);
    }
  }
  for (const [feature, times] of counts) {
    features.push(feature);
    if (times >= 2) features.push(`${feature} 2`);
    if (times >= 4) features.push(`${feature} 4`);
  }
  return features;
}
