import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import * as m from '../../paraglide/messages.js';
import { Button } from '../button.tsx';

/** A text with a button that copies it. */
export function Copied({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'selected' | null>(null);
  const code = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // The clipboard is available only to secure pages.
      getSelection()?.selectAllChildren(code.current!);
      setOutcome('selected');
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code
        ref={code}
        className="min-w-0 flex-1 basis-80 rounded-control bg-sheet px-3 py-2 font-mono text-14 break-all whitespace-pre-wrap select-all"
      >
        {text}
      </code>
      <Button onClick={() => void copy()}>
        {outcome === 'copied' ? <Check size={16} /> : <Copy size={16} />}
        {outcome === 'copied' ? m.copied() : outcome ? m.copy_by_hand() : label}
      </Button>
    </div>
  );
}
