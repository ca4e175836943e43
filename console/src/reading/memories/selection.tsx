import { BookmarkPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../design/button.tsx';
import * as m from '../../paraglide/messages.js';

interface Selected {
  words: string;
  top: number;
  left: number;
}

/** The words that are selected in an element with `data-words`; null when there are none. */
function readSelection(): Selected | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: node } = range;
  const element = node instanceof Element ? node : node.parentElement;
  const words = selection.toString().replaceAll(/\s+/g, ' ').trim();
  if (!element?.closest('[data-words]') || words === '') return null;
  const { bottom, left } = range.getBoundingClientRect();
  return { words, top: bottom, left };
}

const WIDTH = 170;
const GAP = 8;
const HEIGHT = 44;

/** A button below the selected words, with which the words become a fact. */
export function SelectionButton({
  onRemember,
}: {
  onRemember: (words: string) => void;
}): ReactNode {
  const [selected, setSelected] = useState<Selected | null>(null);
  useEffect(() => {
    const stopped = new AbortController();
    const options = { signal: stopped.signal };
    const look = () => setSelected(readSelection());
    document.addEventListener('selectionchange', look, options);
    addEventListener('scroll', look, { ...options, capture: true, passive: true });
    return () => stopped.abort();
  }, []);
  if (!selected) return null;
  const { words, top, left } = selected;
  return (
    <Button
      className="floating fixed z-30 bg-sheet"
      style={{
        top: Math.max(GAP, Math.min(top + GAP, innerHeight - HEIGHT - GAP)),
        left: Math.max(GAP, Math.min(left, innerWidth - WIDTH)),
      }}
      // A press would end the selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        setSelected(null);
        getSelection()?.removeAllRanges();
        onRemember(words);
      }}
    >
      <BookmarkPlus size={16} />
      {m.remember()}
    </Button>
  );
}
