import { useEffect, useState } from 'react';

/**
 * Keeps the screen on during the talk, because a phone that sleeps may stop listening. Returns false
 * while the browser does not do so.
 */
export function useWakeLock(isActive: boolean): boolean {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (!isActive) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      // The browser refuses when the battery is low, and older ones have no lock.
      const taken = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) return void taken?.release();
      lock = taken;
      setRefused(!taken);
    };
    void take();
    document.addEventListener('visibilitychange', take);
    return () => {
      isOver = true;
      setRefused(false);
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }, [isActive]);
  return !isRefused;
}
