import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { inputClass } from '../design/field.tsx';
import { useKeys } from '../shell/keys.ts';

const SEARCH_AFTER_MS = 120;

/** The field above a list, which searches while the user types. The address has the searched words. */
export function SearchField({
  label,
  q = '',
  onSearch,
}: {
  label: string;
  q?: string | undefined;
  onSearch: (q: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(q);
  useKeys({ f: () => input.current?.focus() });
  const search = useEffectEvent((wanted: string) => {
    sent.current = wanted;
    onSearch(wanted || undefined);
  });
  useEffect(() => {
    // The address changed by other means than this field, such as the back button.
    if (q !== sent.current) setTyped(q);
    sent.current = q;
  }, [q]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent.current) return undefined;
    const timer = setTimeout(() => search(wanted), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className="relative block">
      <Search
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-2"
      />
      <span className="sr-only">{label}</span>
      <input
        ref={input}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && input.current?.blur()}
        placeholder={label}
        className={inputClass('w-full pl-9')}
      />
    </label>
  );
}

/** The style of a link that filters a list. */
export const FILTER_CHIP =
  'flex min-h-8 flex-none items-center gap-1.5 rounded-full border border-hairline px-3 text-13 text-ink-2 ' +
  'hover:border-control hover:text-ink aria-[current=true]:border-ink aria-[current=true]:text-ink pointer-coarse:min-h-11';
