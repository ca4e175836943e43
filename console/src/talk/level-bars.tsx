import { useEffect, useState } from 'react';
import * as m from '../paraglide/messages.js';
import { meter } from './state.ts';

/** The bars show the last three seconds. */
const BARS = 30;
const SILENCE: readonly number[] = Array.from({ length: BARS }, () => 0);
/** A quiet voice is visible, too. */
const shown = (level: number) => Math.max(0.06, Math.sqrt(level));

/** The loudness of the last seconds, the newest at the right, so that one sees that one is heard. */
export function LevelBars({ isActive }: { isActive: boolean }) {
  const [levels, setLevels] = useState(SILENCE);
  useEffect(() => {
    if (!isActive) return;
    return meter.subscribe(() =>
      setLevels((before) => [...before.slice(1 - BARS), meter.get().level]),
    );
  }, [isActive]);
  const shownLevels = isActive ? levels : SILENCE;
  const now = shownLevels.at(-1)!;
  return (
    <div
      role="meter"
      aria-label={m.talk_level()}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(now * 100)}
      className="flex h-8 w-full max-w-64 items-center justify-center gap-[3px]"
    >
      {shownLevels.map((level, at) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- each bar has its place
          key={at}
          className={`h-full w-[5px] rounded-full ${isActive ? 'bg-ember' : 'bg-control'}`}
          style={{ transform: `scaleY(${shown(level)})` }}
        />
      ))}
    </div>
  );
}
