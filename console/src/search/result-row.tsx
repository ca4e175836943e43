import type { SearchHit } from '../../../client/src/index.ts';
import { whenOf } from './results.ts';
import type { Result } from './results.ts';

export function ResultRow({
  id,
  result: { title, hit, icon: Icon, keys },
  isChosen,
  onPoint,
  onOpen,
}: {
  id: string;
  result: Omit<Result, 'to'>;
  isChosen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}) {
  const isText = hit?.snippet.text && hit.snippet.text !== title;
  const when = hit && whenOf(hit);
  return (
    // The keys are handled by the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      ref={(row) => {
        if (isChosen) row?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerMove={onPoint}
      onClick={onOpen}
      className="flex cursor-default flex-wrap items-start gap-x-3 rounded-control px-3 py-2 aria-selected:bg-sunken sm:flex-nowrap"
    >
      {Icon && <Icon size={18} strokeWidth={1.6} className="mt-0.5 flex-none text-ink-2" />}
      <div className={`min-w-0 flex-1 ${when ? 'basis-full sm:basis-0' : ''}`}>
        <p className="truncate">{isText || !hit ? title : <Marked snippet={hit.snippet} />}</p>
        {isText && (
          <p className="line-clamp-2 text-14 text-ink-2">
            <Marked snippet={hit.snippet} />
          </p>
        )}
      </div>
      {keys && <span className="text-13 text-ink-2">{keys}</span>}
      {when && <span className="flex-none text-13 text-ink-2">{when}</span>}
    </div>
  );
}

/** The text with its matching words marked. */
export function Marked({ snippet: { text, marks } }: { snippet: SearchHit['snippet'] }) {
  const parts = [];
  let from = 0;
  for (const { start, end } of marks) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  return [...parts, text.slice(from)];
}
