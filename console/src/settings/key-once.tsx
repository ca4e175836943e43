import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';

/** Shows a secret once. */
export function KeyOnce({
  secret,
  about,
  example,
  onDone,
}: {
  secret: string;
  /** A command that uses the secret. */
  example?: string | undefined;
  about: string;
  onDone: () => void;
}) {
  const [outcome, setOutcome] = useState<'copied' | 'selected' | null>(null);
  const code = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setOutcome('copied');
    } catch {
      // The clipboard is available only to secure pages.
      getSelection()?.selectAllChildren(code.current!);
      setOutcome('selected');
    }
  };
  return (
    <div className="grid max-w-[560px] gap-3 rounded-sheet bg-sunken p-4" role="status">
      <p className="text-14">{about}</p>
      <code
        ref={code}
        className="rounded-control bg-sheet px-3 py-2 font-mono text-14 break-all select-all"
      >
        {secret}
      </code>
      {example && (
        <div className="grid gap-1">
          <p className="text-13 text-ink-2">{m.key_try()}</p>
          <kbd className="font-mono text-13 break-all select-all">{example}</kbd>
        </div>
      )}
      <div className="flex gap-2">
        <Button onClick={() => void copy()}>
          {outcome === 'copied' ? <Check size={16} /> : <Copy size={16} />}
          {outcome === 'copied' ? m.copied() : outcome ? m.copy_by_hand() : m.copy()}
        </Button>
        <Button look="plain" onClick={onDone}>
          {m.done()}
        </Button>
      </div>
    </div>
  );
}
