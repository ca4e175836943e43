import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Conversation, LiveSegment } from '../../../client/src/index.ts';
import { conversationQuery, patchConversation } from '../conversations/conversations.ts';
import { titleOf } from '../conversations/row.tsx';
import { Button } from '../design/button.tsx';
import { ErrorState, Skeleton } from '../design/states.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { noteOpened } from '../search/commands/often.ts';
import { useChange } from '../service/change.ts';
import { onWords } from '../service/events.ts';
import { inYourWords } from '../people/you.ts';
import { peopleQuery } from '../service/lists.ts';
import { inOwnWords } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { ReadingActions } from './actions.tsx';
import { downloadCalendarFile } from './calendar-file.ts';
import { useInvitation, useReadingChanges } from './changes.ts';
import { Appointments, Todo } from './findings.tsx';
import { ReadingHeader } from './header.tsx';
import { Learned } from './memories/learned.tsx';
import { momentsIn } from './moments.ts';
import { OwnNotes } from './sharing/own-notes.tsx';
import { Overview } from './overview.tsx';
import { PlayerBar } from './player-bar.tsx';
import { usePlayer } from './player.ts';
import type { Player } from './player.ts';
import { SelectionButton } from './memories/selection.tsx';
import { ReadingSheet } from './sheets.tsx';
import type { OpenSheet } from './sheets.tsx';
import { Summaries } from './summaries/summaries.tsx';
import { Transcript } from './transcript.tsx';
import { TranslationChoice } from './translations/choice.tsx';
import { translatedInto } from './translations/languages.ts';
import { withHeard } from './turns.ts';
import type { Turn } from './turns.ts';

const route = getRouteApi('/inside/conversations/$id');

/** The page of one conversation: first the notes, then the words beside or below them. */
export default function ReadingPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(conversationQuery(id));
  useLiveWords(id);
  // Speakers can then be named without the network, too.
  usePrefetchQuery(peopleQuery);
  if (!data) {
    return (
      <>
        <h1 className="sr-only">{m.conversation()}</h1>
        {error ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton lines={10} />
        )}
      </>
    );
  }
  return <Reading key={id} conversation={data.value} etag={data.etag} />;
}

function Reading({ conversation, etag }: { conversation: Conversation; etag: string }) {
  const { id, structured, transcript_segments: segments, status } = conversation;
  const { rename, tick, markEvent } = useReadingChanges(id);
  const invitation = useInvitation(id);
  const player = usePlayer(id);
  const { focus, open } = useFocus(segments, player);
  const [sheet, setSheet] = useState<OpenSheet | null>(null);
  const title = titleOf(conversation);
  useEffect(() => noteOpened({ to: `/conversations/${id}`, title }), [id, title]);
  const languages = useMemo(() => translatedInto(segments), [segments]);
  const [language = languages[0] ?? null, setLanguage] = useState<string | null>();
  const onAssign = useCallback((turn: Turn) => setSheet({ kind: 'assign', turn }), []);
  const onRemember = useCallback((words: string) => setSheet({ kind: 'remember', words }), []);
  const { second, isPlaying } = player;
  const playing = useMemo(() => {
    if (second === null || !isPlaying) return null;
    return segments.findLast(({ start }) => start <= second)?.id ?? null;
  }, [second, isPlaying, segments]);
  return (
    <>
      <Title>{structured.title || m.conversation()}</Title>
      <ReadingActions conversation={conversation} onOpen={(kind) => setSheet({ kind })} />
      <div
        data-wide
        className="grid grid-cols-[minmax(0,1fr)] gap-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,420px)] xl:gap-16"
      >
        <article data-words className="grid content-start gap-8">
          <ReadingHeader
            conversation={conversation}
            onRename={(title) => rename.mutateAsync({ title, etag })}
          />
          <State conversation={conversation} />
          <OwnNotes segments={segments} onOpen={open} />
          {structured.overview && (
            <Overview text={inYourWords(structured.overview)} segments={segments} onOpen={open} />
          )}
          <Todo items={structured.action_items} onTick={tick.mutate} />
          <Appointments
            events={structured.events}
            onAdd={(event, index) => {
              downloadCalendarFile(event, `${id}-${index}`);
              markEvent.mutate(index);
            }}
            onInvite={invitation.mutate}
          />
          <Learned id={id} />
          <Summaries results={conversation.apps_results} />
          <Origin conversation={conversation} />
        </article>
        {segments.length > 0 && (
          <section data-words className="xl:border-l xl:border-hairline xl:pl-8">
            <div className="mb-4 flex items-center justify-between gap-4">
              <h2 className="text-13 font-medium text-ink-2">{m.transcript()}</h2>
              <TranslationChoice languages={languages} chosen={language} onChoose={setLanguage} />
            </div>
            <Transcript
              id={id}
              segments={segments}
              gaps={conversation.gaps}
              at={focus}
              playing={playing}
              onPlay={player.hasSound ? player.play : undefined}
              onAssign={onAssign}
              onRemember={onRemember}
              language={language}
            />
            {status === 'completed' && player.isSilent && <NoSound />}
            {status === 'in_progress' && (
              <p className="processing mt-4 pl-4 text-14 text-ember-ink">{m.listening_now()}</p>
            )}
          </section>
        )}
      </div>
      <PlayerBar player={player} />
      <SelectionButton onRemember={onRemember} />
      <ReadingSheet
        conversation={conversation}
        open={sheet}
        onClose={() => setSheet(null)}
        onTranslated={setLanguage}
      />
    </>
  );
}

/** Shows the state of a conversation that is not complete. */
function State({ conversation: { id, status, failure } }: { conversation: Conversation }) {
  const retry = useChange<void>({
    show: () =>
      patchConversation([id], (each) => ({ ...each, status: 'processing', failure: null })),
    send: () => service.retryOwnConversation({ conversation_id: id }),
  });
  if (status === 'processing') {
    return (
      <p role="status" className="processing font-serif text-18 text-ink-2 italic">
        {m.status_processing()}
      </p>
    );
  }
  if (status !== 'failed') return null;
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p className="font-serif text-18 text-brick">
        {failure ? inOwnWords(failure) : m.status_failed()}
      </p>
      <Button onClick={() => retry.mutate()} isBusy={retry.isPending}>
        {m.try_again()}
      </Button>
    </div>
  );
}

/**
 * Finds the second to highlight, which comes from the address or from the sentence that the user
 * pressed.
 */
function useFocus(segments: readonly LiveSegment[], { hasSound, play }: Player) {
  const { at, said, play: wantsSound } = route.useSearch();
  const wanted = at ?? (said ? momentsIn(segments)(said)?.start : undefined);
  const [pressed, setPressed] = useState<number>();
  useEffect(() => {
    if (wantsSound && hasSound && wanted !== undefined) play(wanted);
    // Only the address starts the sound.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wantsSound, hasSound]);
  const open = ({ start }: LiveSegment) => {
    setPressed(start);
    if (hasSound) play(start);
  };
  return { focus: pressed ?? wanted, open };
}

/** Says why no sentence plays. */
function NoSound() {
  return (
    <p className="mt-6 pl-4 text-13 text-ink-2">
      {m.no_sound_kept()}{' '}
      <Link to="/settings/data" className="underline underline-offset-4 hover:text-ink">
        {m.no_sound_keep()}
      </Link>
    </p>
  );
}

/** Shows the author of the notes, the recogniser and the cost. */
function Origin({ conversation }: { conversation: Conversation }) {
  const { understood_by, understood_note, stt_provider, model_calls, model_tokens } = conversation;
  const lines = [
    understood_by === 'rules' && m.understood_by_rules(),
    understood_by === 'assistant' && m.understood_by_assistant(),
    understood_by === 'language-model' &&
      m.understood_by_model({ calls: model_calls, tokens: model_tokens }),
    // A device that recognises speech by itself has sent its words.
    stt_provider === 'client'
      ? m.heard_by_device()
      : stt_provider && m.heard_by({ provider: stt_provider }),
    understood_note && inOwnWords(understood_note),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return <p className="border-t border-hairline pt-5 text-13 text-ink-2">{lines.join(' · ')}</p>;
}

/** Adds the words of a live recording as they are spoken. */
function useLiveWords(id: string): void {
  useEffect(
    () =>
      onWords(({ conversation_id, segments: heard }) => {
        if (conversation_id !== id) return;
        queryClient.setQueryData(conversationQuery(id).queryKey, (data) => {
          if (!data) return data;
          const all = withHeard(data.value.transcript_segments, heard);
          return { ...data, value: { ...data.value, transcript_segments: all } };
        });
      }),
    [id],
  );
}
