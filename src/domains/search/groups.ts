import { createHash } from 'node:crypto';
import type { SearchGroup, IndexText } from '../../engines/search/text-index.ts';
import type { TextRow } from './search.sql.ts';

/** Converts rows of texts into groups for the index. */
export function groupsOf(rows: readonly TextRow[]): SearchGroup[] {
  const groups: (SearchGroup & { texts: SearchGroup['texts'][number][] })[] = [];
  for (const { group_id, at, labels, id, text, speaker_name, speaker_labels } of rows) {
    if (groups.at(-1)?.id !== group_id) {
      groups.push({ id: group_id, at: at.getTime(), labels, texts: [] });
    }
    const speaker = speaker_labels && { name: speaker_name ?? '', labels: speaker_labels };
    const whole = id === group_id;
    groups.at(-1)!.texts.push({ id, text, whole, ...(speaker && { speaker }) });
  }
  return groups;
}

/**
 * Converts rows that lack some turns of a conversation. Empty turns keep the others at their
 * places, because the ranker looks at neighbours.
 */
export function groupsWithGaps(rows: readonly TextRow[]): SearchGroup[] {
  const places = new Map(rows.map(({ id, place }) => [id, place ?? 0]));
  return groupsOf(rows).map((group) => {
    const texts: IndexText[] = [];
    for (const text of group.texts) {
      const place = text.whole ? 0 : places.get(text.id)! + 1;
      while (texts.length < place) texts.push({ id: '', text: '' });
      texts.push(text);
    }
    return { ...group, texts };
  });
}

/** Returns a short fingerprint of the parts of a group that determine its vectors. */
export function fingerprintOf({ texts }: SearchGroup): Buffer {
  const hash = createHash('sha256');
  for (const { text, speaker } of texts) hash.update(`${speaker?.name ?? ''}\0${text}\0`);
  return hash.digest().subarray(0, 16);
}
