import { useRef, useState } from 'react';

/**
 * The text of a field that is open while there is a text. `isOpen` changes at once: when the field is
 * taken away, the browser also tells that it has lost the focus.
 */
export function useDraft() {
  const [draft, show] = useState<string | null>(null);
  const isOpen = useRef(false);
  const setDraft = (text: string | null) => {
    isOpen.current = text !== null;
    show(text);
  };
  return { draft, setDraft, isOpen };
}
