import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';

/** A secret that is shown this once. */
export function KeyOnce({
  secret,
  about,
  onDone,
}: {
  secret: string;
  about: string;
  onDone: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Only a secure page may write to the clipboard; the text can be selected anyway.
    await navigator.clipboard?.writeText(secret);
    setCopied(true);
  };
  return (
    <div className="grid max-w-[560px] gap-3 rounded-sheet bg-sunken p-4" role="status">
      <p className="text-14">{about}</p>
      <code className="rounded-control bg-sheet px-3 py-2 font-mono text-14 break-all select-all">
        {secret}
      </code>
      <div className="flex gap-2">
        <Button onClick={() => void copy()}>
          {isCopied ? <Check size={16} /> : <Copy size={16} />}
          {isCopied ? m.copied() : m.copy()}
        </Button>
        <Button look="plain" onClick={onDone}>
          {m.done()}
        </Button>
      </div>
    </div>
  );
}
