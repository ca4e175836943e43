import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';

/** Shows a secret once. */
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
    // The clipboard is available only to secure pages. On other pages, the user can still select
    // the text.
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
