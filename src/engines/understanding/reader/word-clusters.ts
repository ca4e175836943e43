import { readFileSync } from 'node:fs';
import { bucketOf } from './steps.ts';

export interface Cluster {
  /** The rank of the word by frequency; 0 is the most frequent word. */
  rank: number;
  coarse: number;
  fine: number;
}

/** The clusters of `assets/word-clusters.txt`, which `training/cluster-words.ts` makes. */
export class WordClusters {
  readonly #clusters: ReadonlyMap<string, Cluster>;

  constructor(text: string) {
    const lines = text.split('\n').filter(Boolean);
    this.#clusters = new Map(
      lines.map((line, rank) => {
        const [word, coarse, fine] = line.split(' ');
        return [word!, { rank, coarse: Number(coarse), fine: Number(fine) }];
      }),
    );
  }

  static read(file: URL): WordClusters {
    return new WordClusters(readFileSync(file, 'utf8'));
  }

  of(word: string): Cluster | undefined {
    const base = word.replace(/'.*$/, '');
    return this.#clusters.get(word) ?? this.#clusters.get(base);
  }
}

const RANKS = [300, 1_000, 2_000, 4_000, 8_000];

/** Describes a word by its frequency and its clusters, for the models that choose things. */
export const clusterFeatures = (cluster: Cluster | undefined): string[] =>
  cluster
    ? [`rank ${bucketOf(cluster.rank, RANKS)}`, `coarse ${cluster.coarse}`, `fine ${cluster.fine}`]
    : ['rare'];
