import { Link } from '@tanstack/react-router';
import { useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { position } from '../time/time.ts';
import { meter, talk } from './state.ts';

const WIDE = 'sm:right-8 sm:bottom-6 sm:left-auto sm:w-96';

/** Shows the running talk on every page except the talk page. */
export default function TalkBar() {
  const current = useStore(talk);
  const { seconds } = useStore(meter);
  if (!current) return null;
  const last = current.segments.at(-1)?.text;
  return (
    <Link
      to="/talk"
      data-foot
      className={`floating fixed inset-x-4 bottom-[72px] z-30 flex items-center gap-3 px-4 py-3 text-14 ${WIDE}`}
    >
      <span
        aria-hidden="true"
        className={`size-2.5 flex-none rounded-full border-2 border-ember ${
          current.phase === 'listening' && current.isConnected ? 'processing bg-ember' : ''
        }`}
      />
      <span className="flex-none tabular-nums">{position(seconds)}</span>
      <span className="truncate text-ink-2">
        {current.phase === 'paused' ? m.talk_paused() : (last ?? m.title_listening())}
      </span>
    </Link>
  );
}
