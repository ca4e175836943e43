import { useNavigate } from '@tanstack/react-router';
import { Mic, Pause, Play, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { SpeakerDot, speakerColour } from '../design/speaker.tsx';
import { notify } from '../design/notices.ts';
import { useStore } from '../design/store.ts';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { turnsOf } from '../reading/turns.ts';
import { toMessage } from '../service/problems.ts';
import { WithoutService } from '../shell/without-service.tsx';
import { duration, position } from '../time/time.ts';
import { LeftOpen } from './left/left-open.tsx';
import { LevelBars } from './level-bars.tsx';
import { LevelRing } from './level-ring.tsx';
import { addDraft, attaching, attachNotes } from './notes.ts';
import { NotesBeside } from './notes-beside.tsx';
import { meter, talk, talkProblem } from './state.ts';
import type { Talk, TalkProblem } from './state.ts';
import { finishTalk, pauseTalk, resumeTalk, startTalk } from './talk.ts';
import { Uploads } from '../uploads/uploads.tsx';
import { useWakeLock } from './wake-lock.ts';
import { at } from '../service/base.ts';

/**
 * The page that records speech and shows the words as they are spoken, and that accepts dropped
 * recordings.
 */
export default function TalkPage() {
  const current = useStore(talk);
  const problem = useStore(talkProblem);
  const isAttaching = useStore(attaching);
  const isKeptAwake = useWakeLock(current?.phase === 'listening');
  return (
    <>
      <Title>{m.talk()}</Title>
      <h1 className={current ? 'sr-only' : 'font-serif text-28 font-semibold'}>{m.talk()}</h1>
      {problem && <Help problem={problem} />}
      {current ? (
        <Listening talk={current} isKeptAwake={isKeptAwake} />
      ) : isAttaching ? (
        <p role="status" className="processing py-12 text-center font-serif text-22 text-ink-2">
          {m.talk_notes_adding()}
        </p>
      ) : (
        <Beginning />
      )}
    </>
  );
}

function Beginning() {
  return (
    <div className="grid gap-12 py-8">
      <LeftOpen />
      <WithoutService>{m.talk_without_service()}</WithoutService>
      <div className="grid justify-items-center gap-4 py-10 text-center">
        <LevelRing label={m.start_listening()} onClick={() => void startTalk()} isActive={false}>
          <Mic size={30} strokeWidth={1.6} />
        </LevelRing>
        <p className="font-serif text-22">{m.start_listening()}</p>
        <p className="max-w-[44ch] text-14 text-balance text-ink-2">{m.talk_about()}</p>
        <p className="hidden max-w-[44ch] text-13 text-balance text-ink-2 pointer-coarse:block">
          {m.talk_locked()}
        </p>
      </div>
      <Uploads />
    </div>
  );
}

const PROBLEMS: Record<TalkProblem, () => string> = {
  blocked: m.talk_blocked,
  insecure: m.talk_insecure,
  no_microphone: m.talk_no_microphone,
  unplugged: m.talk_unplugged,
  other_tab: m.talk_other_tab,
  nothing_heard: m.talk_nothing_heard,
};

function Help({ problem }: { problem: TalkProblem }) {
  return (
    <div role="alert" className="mt-6 grid gap-2 border-l-[3px] border-ember pl-4">
      <p className="font-serif text-18">{PROBLEMS[problem]()}</p>
      {problem === 'insecure' && (
        <p className="text-14 text-ink-2">
          {m.talk_insecure_how({ address: `http://localhost:${location.port || '8080'}` })}
        </p>
      )}
    </div>
  );
}

function Listening({ talk: current, isKeptAwake }: { talk: Talk; isKeptAwake: boolean }) {
  return (
    <div className="grid min-h-[calc(100dvh-136px)] sm:min-h-[calc(100dvh-96px)] grid-rows-[1fr_auto]">
      <Words talk={current} />
      <div className="sticky above-foot bg-paper">
        <NotesBeside />
        {!isKeptAwake && <p className="text-center text-13 text-ink-2">{m.talk_may_sleep()}</p>}
        <Controls talk={current} />
      </div>
      <NewestWords of={current.segments.at(-1)} />
    </div>
  );
}

/** Keeps the end of the page in view, where the newest words stand above the controls. */
function NewestWords({ of }: { of: unknown }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise, which would be taken for a clean-up.
    if (of) void end.current?.scrollIntoView({ block: 'nearest' });
  }, [of]);
  return <div ref={end} className="above-foot" />;
}

/** The newest line is the brightest. */
function Words({ talk: current }: { talk: Talk }) {
  const { segments, phase } = current;
  const turns = turnsOf(segments);
  const last = segments.at(-1);
  if (turns.length === 0) {
    return (
      <p className="self-center py-12 text-center font-serif text-22 text-ink-2">
        {waitingText(current)}
      </p>
    );
  }
  return (
    <div>
      <ol className="grid gap-6 py-4 pb-10 font-serif text-22 leading-[1.55]">
        {turns.map(({ id, speaker, segments: said }, index) => (
          <li key={id} className="grid grid-cols-[24px_1fr] items-start gap-x-4">
            <SpeakerDot name={speaker.name} colour={speaker.colour} className="mt-1.5 font-sans" />
            <p className={index < turns.length - 2 ? 'text-ink-2' : ''}>
              <span className="sr-only">{speaker.name}: </span>
              {said.map((segment) => (
                <span
                  key={segment.id}
                  className={segment === last ? 'underline decoration-2 underline-offset-6' : ''}
                  style={{ textDecorationColor: speakerColour(speaker.colour) }}
                >
                  {segment.text}{' '}
                </span>
              ))}
            </p>
          </li>
        ))}
      </ol>
      {/* The newest words of a running talk still change. */}
      <p role="log" aria-live="polite" className="sr-only">
        {segments.at(phase === 'listening' ? -2 : -1)?.text}
      </p>
    </div>
  );
}

/** What stands in the place of the words until they come. */
function waitingText({ phase, isHeard, behindSeconds }: Talk): string {
  if (phase === 'starting') return m.talk_starting();
  if (!isHeard) return m.talk_say_something();
  const seconds = Math.round(behindSeconds);
  return seconds > 0 ? m.talk_heard_behind({ seconds }) : m.talk_heard();
}

function Controls({ talk: current }: { talk: Talk }) {
  const navigate = useNavigate();
  const { phase } = current;
  const isPaused = phase === 'paused';
  const isBusy = phase === 'starting' || phase === 'finishing';
  const finish = async () => {
    addDraft();
    const id = await finishTalk();
    const whole = await attachNotes(current.id, id).catch((error: unknown) => {
      notify(m.talk_notes_later({ reason: toMessage(error) }), { tone: 'problem' });
      return id;
    });
    if (!whole || location.pathname !== at('/talk')) return;
    await navigate({ to: '/conversations/$id', params: { id: whole }, viewTransition: true });
  };
  return (
    <div className="grid justify-items-center gap-3 pt-3 pb-2 sm:pb-8">
      <LevelBars isActive={phase === 'listening'} />
      <Status talk={current} />
      <div className="grid w-full max-w-md grid-cols-[1fr_auto_1fr] items-center gap-4 sm:gap-6">
        <Button
          disabled={isBusy}
          onClick={isPaused ? resumeTalk : pauseTalk}
          className="w-full max-w-32 justify-self-end"
        >
          {isPaused ? <Play size={16} /> : <Pause size={16} />}
          {isPaused ? m.resume() : m.pause()}
        </Button>
        <LevelRing
          label={m.finish()}
          onClick={() => void finish()}
          disabled={isBusy}
          isActive={phase === 'listening' && current.isConnected}
        >
          <Square size={22} fill="currentColor" strokeWidth={0} />
        </LevelRing>
        <Elapsed />
      </div>
      <Recogniser talk={current} />
    </div>
  );
}

function Elapsed() {
  const { seconds } = useStore(meter);
  return (
    <span role="timer" className="text-18 tabular-nums">
      {position(seconds)}
    </span>
  );
}

/** Describes the state of the talk when it is not simply listening. */
function Status({ talk: current }: { talk: Talk }) {
  const { phase, isConnected, keptSeconds, behindSeconds, isDiskFull, isOnlyInMemory } = current;
  const kept = duration(Math.max(60, keptSeconds));
  const seconds = Math.round(keptSeconds);
  let text: ReactNode = null;
  if (isDiskFull) text = m.talk_disk_full();
  else if (!isConnected && phase !== 'starting') {
    text = keptSeconds < 60 ? m.talk_offline({ seconds }) : m.talk_offline_long({ kept });
  } else if (phase === 'finishing') text = m.talk_finishing();
  else if (phase === 'paused') text = m.talk_paused();
  else if (behindSeconds > 0 && current.segments.length > 0)
    text = m.talk_behind({ seconds: Math.round(behindSeconds) });
  return (
    <p role="status" className="min-h-5 text-14 text-ink-2">
      {text} {isOnlyInMemory && keptSeconds >= 3 && m.talk_only_in_memory()}
    </p>
  );
}

const QUALITIES: Record<string, () => string> = {
  low: m.quality_low,
  medium: m.quality_medium,
};

/** Without a recogniser, the sound waits for one. */
function Recogniser({ talk: { recogniser } }: { talk: Talk }) {
  if (!recogniser) return null;
  const { name, quality } = recogniser;
  return (
    <p className="max-w-[60ch] text-center text-13 text-balance text-ink-2">
      {name === 'none' ? m.no_recogniser() : (QUALITIES[quality]?.() ?? '')}
    </p>
  );
}
