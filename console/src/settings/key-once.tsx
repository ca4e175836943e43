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
  return (
    <div className="grid max-w-[560px] gap-3 rounded-sheet bg-sunken p-4" role="status">
      <p className="text-14">{about}</p>
      <Copied text={secret} label={m.copy()} />
      {example && (
        <>
          <p className="text-13 text-ink-2">{m.key_try()}</p>
          <Copied text={example} label={m.copy_command()} />
        </>
      )}
      <Button className="w-fit" look="plain" onClick={onDone}>
        {m.done()}
      </Button>
    </div>
  );
}

/** A text with a button that copies it. */
function Copied({ text, label }: { text: string; label: string }) {
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
        className="min-w-0 flex-1 basis-80 rounded-control bg-sheet px-3 py-2 font-mono text-14 break-all select-all"
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
