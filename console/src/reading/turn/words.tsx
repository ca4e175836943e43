import type { LiveSegment } from '../../../../client/src/index.ts';
import * as m from '../../paraglide/messages.js';

/** The words of a segment. Those that were probably misheard are underlined with dots. */
export function Words({ text, doubtful }: Pick<LiveSegment, 'text' | 'doubtful'>) {
  if (doubtful.length === 0) return text;
  return [
    ...doubtful.flatMap(({ start, end }, at) => [
      text.slice(doubtful[at - 1]?.end ?? 0, start),
      <u
        key={start}
        title={m.probably_misheard()}
        className="decoration-ink-2 decoration-dotted underline-offset-4"
      >
        {text.slice(start, end)}
      </u>,
    ]),
    text.slice(doubtful.at(-1)!.end),
  ];
}
