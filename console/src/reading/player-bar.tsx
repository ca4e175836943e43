import { Pause, Play } from 'lucide-react';
import { IconButton } from '../design/button.tsx';
import { position } from '../time/time.ts';
import * as m from '../paraglide/messages.js';
import type { Player } from './player.ts';

const RATES = [0.8, 1, 1.25, 1.5, 2];

/** Appears at the lower edge after the first playback. */
export function PlayerBar({ player }: { player: Player }) {
  const { second, end, isPlaying, rate, play, toggle, setRate } = player;
  if (second === null) return null;
  return (
    <div
      role="group"
      data-foot
      aria-label={m.player()}
      className="floating fixed inset-x-4 bottom-18 z-30 mx-auto flex max-w-[560px] items-center gap-3 px-3 py-1.5 sm:bottom-6"
    >
      <IconButton label={isPlaying ? m.pause() : m.play()} onClick={toggle} className="text-ink">
        {isPlaying ? (
          <Pause size={20} fill="currentColor" />
        ) : (
          <Play size={20} fill="currentColor" />
        )}
      </IconButton>
      <span className="w-12 text-13 tabular-nums">{position(second)}</span>
      <input
        type="range"
        aria-label={m.position_in_sound()}
        aria-valuetext={position(second)}
        min={0}
        max={Math.ceil(end)}
        value={second}
        onChange={(event) => play(Number(event.target.value))}
        className="min-w-0 flex-1 accent-ember"
      />
      <button
        type="button"
        aria-label={m.speed({ rate })}
        onClick={() => setRate(RATES[(RATES.indexOf(rate) + 1) % RATES.length]!)}
        className="min-h-9 min-w-12 rounded-control text-13 tabular-nums hover:bg-sunken"
      >
        {rate}×
      </button>
    </div>
  );
}
