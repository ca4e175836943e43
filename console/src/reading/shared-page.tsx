import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { ErrorState, Skeleton } from '../design/states.tsx';
import { speakerColour } from '../design/speaker.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { ApiError, service } from '../service/service.ts';
import { Mark } from '../shell/navigation.tsx';
import { longDate, position } from '../time/time.ts';

const route = getRouteApi('/shared/$id');

/** The page of a shared conversation, for readers without an account. */
export default function SharedPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['shared', id],
    queryFn: () => service.getSharedConversation({ conversation_id: id }),
  });
  const isGone = error instanceof ApiError && [403, 404, 422].includes(error.status);
  return (
    <main className="mx-auto grid max-w-[720px] content-start gap-8 px-4 py-10 sm:px-8">
      <p className="flex items-center gap-2.5 font-serif text-16 font-semibold">
        <Mark />
        Commonplace
        <span className="font-sans text-14 font-normal text-ink-2">{location.host}</span>
      </p>
      {!data && <h1 className="sr-only">{m.conversation()}</h1>}
      {data ? (
        <Shared conversation={data} />
      ) : isGone ? (
        <EmptyState title={m.not_shared()} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </main>
  );
}

type SharedConversation = Awaited<ReturnType<typeof service.getSharedConversation>>;

function Shared({ conversation }: { conversation: SharedConversation }) {
  const { structured, started_at, created_at, transcript_segments } = conversation;
  return (
    <article className="grid gap-8">
      <Title>{structured.title}</Title>
      <header className="grid gap-2">
        <h1 className="font-serif text-36 leading-tight font-semibold text-balance">
          {structured.title || m.conversation()}
        </h1>
        <p className="text-14 text-ink-2">{longDate(started_at ?? created_at)}</p>
      </header>
      <p className="max-w-[68ch] font-serif text-18 leading-[1.6] whitespace-pre-line" dir="auto">
        {structured.overview}
      </p>
      {transcript_segments && transcript_segments.length > 0 && (
        <ol className="grid gap-3 border-t border-hairline pt-6">
          {transcript_segments.map((segment, index) => (
            <li key={segment.id ?? index} className="grid grid-cols-[52px_1fr] gap-2">
              <span className="pt-0.5 text-13 text-ink-2 tabular-nums">
                {position(segment.start)}
              </span>
              <p dir="auto">
                <span
                  className="mr-2 text-14 font-medium"
                  style={{ color: speakerColour(1 + (segment.speaker_id ?? 0)) }}
                >
                  {segment.speaker_name}
                </span>
                {segment.text}
              </p>
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}
