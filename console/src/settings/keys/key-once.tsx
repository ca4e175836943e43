import { Button } from '../../design/button.tsx';
import { Copied } from '../../design/forms/copied.tsx';
import * as m from '../../paraglide/messages.js';

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
