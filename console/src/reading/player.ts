import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AudioFile } from '../../../client/src/index.ts';
import { service } from '../service/service.ts';
import { at } from '../service/base.ts';

const NO_FILES: readonly AudioFile[] = [];

export interface Player {
  /** False when no sound of the conversation was kept. */
  hasSound: boolean;
  /** True when it is known that no sound was kept. */
  isSilent: boolean;
  isPlaying: boolean;
  /** Seconds from the start of the conversation; null before the first playback. */
  second: number | null;
  /** The end of the sound, in seconds. */
  end: number;
  rate: number;
  play: (second: number) => void;
  toggle: () => void;
  setRate: (rate: number) => void;
}

/** Plays the stored sound of a conversation, which may be several consecutive files. */
export function usePlayer(id: string): Player {
  const { data: files = NO_FILES, isSuccess } = useQuery({
    queryKey: ['audio', id],
    queryFn: async () => (await service.listConversationAudio({ conversation_id: id })).files,
  });
  const audio = useRef<HTMLAudioElement | null>(null);
  const [file, setFile] = useState<AudioFile | null>(null);
  const [second, setSecond] = useState<number | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [rate, setRate] = useState(1);

  const play = useCallback(
    (wanted: number) => {
      const next =
        files.find(({ start, seconds }) => wanted >= start && wanted < start + seconds) ??
        files.find(({ start }) => start >= wanted);
      if (!next) return;
      audio.current ??= new Audio();
      const { current } = audio;
      const src = at(next.url);
      if (current.getAttribute('src') !== src) current.src = src;
      current.currentTime = Math.max(0, wanted - next.start);
      setFile(next);
      setSecond(wanted);
      // A browser may refuse to play. The button then shows that nothing plays.
      current.play().catch(() => setPlaying(false));
    },
    [files],
  );

  useEffect(() => {
    const { current } = audio;
    if (!current || !file) return;
    const listen = new AbortController();
    const on = (name: string, run: () => void) =>
      current.addEventListener(name, run, { signal: listen.signal });
    // Playback may have begun before this effect ran.
    setPlaying(!current.paused);
    on('play', () => setPlaying(true));
    on('pause', () => setPlaying(false));
    on('timeupdate', () => setSecond(file.start + current.currentTime));
    on('ended', () => play(file.start + file.seconds));
    return () => listen.abort();
  }, [file, play]);

  useEffect(() => {
    if (audio.current) audio.current.playbackRate = rate;
  }, [rate, file]);

  useEffect(() => () => audio.current?.pause(), []);

  const toggle = useCallback(() => {
    if (isPlaying) audio.current?.pause();
    else play(second ?? files[0]?.start ?? 0);
  }, [isPlaying, second, files, play]);

  const last = files.at(-1);
  return {
    hasSound: files.length > 0,
    isSilent: isSuccess && files.length === 0,
    isPlaying,
    second,
    end: last ? last.start + last.seconds : 0,
    rate,
    play,
    toggle,
    setRate,
  };
}
