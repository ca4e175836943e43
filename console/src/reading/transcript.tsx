import { BookmarkPlus, Pencil, Split, UserRound } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import type { ConversationGap, LiveSegment } from '../../../client/src/index.ts';
import { MenuButton } from '../design/menu-button.tsx';
import { Correction } from './turn/correction.tsx';
import { Elsewhere } from '../names/elsewhere.tsx';
import { correctWords } from './turn/corrections.ts';
import type { RefusedEdit, Replaced, SegmentEdit } from './turn/corrections.ts';
import { directionOf } from '../design/text/direction.ts';
import { PressableWords } from './turn/pressable-words.tsx';
import { SpeakerDot, speakerColour } from '../design/speaker.tsx';
import { position } from '../time/time.ts';
import * as m from '../paraglide/messages.js';
import { Splitting } from './turn/splitting.tsx';
import { Words } from './turn/words.tsx';
import { turnsOf } from './turns.ts';
import type { Turn } from './turns.ts';

interface Actions {
  /** The id of the conversation. */
  id: string;
  /** Plays from a second; undefined when no sound was stored. */
  onPlay: ((second: number) => void) | undefined;
  onAssign: (turn: Turn) => void;
  onRemember: (words: string) => void;
  /** The language of the translations that are shown; null for none. */
  language: string | null;
}

/** The words, turn by turn. A click on a sentence plays the sentence. */
export function Transcript({
  segments,
  gaps,
  at,
  playing,
  ...actions
}: Actions & {
  segments: readonly LiveSegment[];
  gaps: readonly ConversationGap[];
  /** The second to which the link points. */
  at: number | undefined;
  /** The id of the segment that is being played. */
  playing: string | null;
}) {
  const turns = turnsOf(segments);
  const target = at === undefined ? undefined : segmentAt(segments, at)?.id;
  useEffect(() => {
    if (!target) return;
    document
      .querySelector(`[data-segment="${CSS.escape(target)}"]`)
      ?.scrollIntoView({ block: 'center' });
  }, [target]);
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {turns.map((turn) => (
        <TurnItem
          key={turn.id}
          turn={turn}
          marked={turn.segments.find(({ id }) => id === (playing ?? target))?.id ?? null}
          {...actions}
        />
      ))}
      {gaps.map(({ start, end, reason }) => (
        <li key={`gap-${start}`} className="text-13 text-ink-2 italic">
          {position(start)} – {position(end)}: {GAPS[reason]()}
        </li>
      ))}
    </ol>
  );
}

/** Returns the segment at a second; of several, such as a note beside speech, the one that began last. */
const segmentAt = (segments: readonly LiveSegment[], at: number) =>
  segments.findLast(({ start, end }) => start <= at && end > at) ??
  segments.find(({ end }) => end > at);

const GAPS: Record<ConversationGap['reason'], () => string> = {
  waiting: m.gap_waiting,
  failed: m.gap_failed,
  language: m.gap_language,
  lost: m.gap_lost,
  unclear: m.gap_unclear,
};

const TurnItem = memo(function TurnItem({
  id,
  turn,
  marked,
  onPlay,
  onAssign,
  onRemember,
  language,
}: Actions & { turn: Turn; marked: string | null }) {
  /** The edits that the service refused; null while nobody edits. */
  const [refused, setRefused] = useState<readonly RefusedEdit[] | null>(null);
  const [replaced, setReplaced] = useState<readonly Replaced[]>([]);
  const [isSplitting, setSplitting] = useState(false);
  const { speaker, start, segments } = turn;
  const edit = () => setRefused([]);
  const save = async (edits: readonly SegmentEdit[]) => {
    setRefused(null);
    const corrected = await correctWords(id, edits);
    setReplaced(corrected.replaced);
    if (corrected.refused.length > 0) setRefused(corrected.refused);
  };
  return (
    <li
      dir={directionOf(segments[0]?.text ?? '')}
      className="group/turn relative -me-1 ps-4 pe-1 [contain-intrinsic-height:auto_110px] [content-visibility:auto]"
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-0 start-0 w-[3px] rounded-full"
        style={{ backgroundColor: speakerColour(speaker.colour) }}
      />
      <div className="flex min-h-9 items-center gap-2">
        <SpeakerDot name={speaker.name} colour={speaker.colour} />
        <button
          type="button"
          title={m.name_speaker()}
          onClick={() => onAssign(turn)}
          className="-my-1 py-1 text-14 font-medium hover:underline hover:underline-offset-4"
        >
          {speaker.name}
        </button>
        <span className="text-13 text-ink-2 tabular-nums">{position(start)}</span>
        <span className="ms-auto opacity-0 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 pointer-coarse:opacity-100">
          <MenuButton
            label={m.change_turn({ name: speaker.name })}
            icon={<Pencil size={16} />}
            entries={[
              { label: m.correct_words(), icon: <Pencil size={16} />, run: edit },
              { label: m.name_speaker(), icon: <UserRound size={16} />, run: () => onAssign(turn) },
              {
                label: m.remember(),
                icon: <BookmarkPlus size={16} />,
                run: () => onRemember(segments.map(({ text }) => text).join(' ')),
              },
              { label: m.split_turn(), icon: <Split size={16} />, run: () => setSplitting(true) },
            ]}
          />
        </span>
      </div>
      {isSplitting ? (
        <Splitting id={id} segments={segments} onDone={() => setSplitting(false)} />
      ) : refused ? (
        <Correction
          segments={segments}
          refused={refused}
          onSave={(edits) => void save(edits)}
          onCancel={() => setRefused(null)}
        />
      ) : (
        <p className="font-serif text-16 leading-relaxed" dir="auto">
          {segments.map((segment) => (
            <Sentence
              key={segment.id}
              segment={segment}
              isMarked={segment.id === marked}
              onPlay={onPlay}
              onEdit={edit}
              language={language}
            />
          ))}
        </p>
      )}
      {replaced.map((words) => (
        <Elsewhere
          key={words.from}
          id={id}
          words={words}
          onDone={() => setReplaced(replaced.filter((each) => each !== words))}
        />
      ))}
    </li>
  );
});

function Sentence({
  segment: { id, text, start, translations, doubtful },
  isMarked,
  onPlay,
  onEdit,
  language,
}: {
  segment: LiveSegment;
  isMarked: boolean;
  onPlay: Actions['onPlay'];
  onEdit: () => void;
  language: string | null;
}) {
  // The pointer may still be on the sentence that plays.
  const className = `rounded-[3px] ${isMarked ? 'bg-ember-wash' : onPlay ? 'hover:bg-sunken' : ''}`;
  const translation = translations.find(({ lang }) => lang === language)?.text;
  return (
    <>
      {onPlay ? (
        <PressableWords
          data-segment={id}
          title={m.play_from({ time: position(start) })}
          onPress={() => onPlay(start)}
          onDoubleClick={onEdit}
          className={`${className} cursor-pointer`}
        >
          <Words text={text} doubtful={doubtful} />
        </PressableWords>
      ) : (
        // A mouse corrects words that cannot be played. The menu of the turn does it, too.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span
          data-segment={id}
          title={m.correct_words()}
          onDoubleClick={onEdit}
          className={className}
        >
          <Words text={text} doubtful={doubtful} />
        </span>
      )}{' '}
      {translation && (
        <span lang={language ?? undefined} dir="auto" className="text-ink-2 italic">
          {translation}{' '}
        </span>
      )}
    </>
  );
}
