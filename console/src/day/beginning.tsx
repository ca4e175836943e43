import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileAudio, Mic, Play, Plug, Upload } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { notify } from '../design/notices.ts';
import { arriving } from '../service/arriving.ts';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { meQuery, queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { BetterModels } from './better-models.tsx';

// The code for uploads is too large for the first page.
const DropRecording = lazy(() => arriving(() => import('../uploads/drop-recording.tsx')));

const WAY = 'flex w-full items-start gap-4 border-t border-hairline py-5 text-left hover:bg-sunken';

/** Shown on the first day: the ways to make a first conversation, and to connect an assistant. */
export default function Beginning() {
  const play = useMutation({
    mutationFn: () => service.playSample(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['days'] }),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  const { data: me } = useQuery(meQuery);
  const isPlaying = play.isPending || play.isSuccess;
  return (
    <section className="mt-10 grid max-w-[560px] gap-8">
      <h2 className="font-serif text-22">{m.begin_title({ name: me?.name ?? '' })}</h2>
      <div>
        <Link to="/talk" className={WAY}>
          <Way icon={Mic} title={m.begin_speak()} about={m.begin_speak_about()} />
        </Link>
        <button type="button" onClick={() => play.mutate()} disabled={isPlaying} className={WAY}>
          <Way
            icon={Play}
            title={m.begin_sample()}
            about={isPlaying ? m.begin_sample_playing() : m.begin_sample_about()}
          />
        </button>
        <Suspense fallback={null}>
          <DropRecording className={WAY}>
            <Way icon={FileAudio} title={m.begin_drop()} about={m.begin_drop_about()} />
          </DropRecording>
        </Suspense>
        <Link to="/settings/data" hash="import" className={WAY}>
          <Way icon={Upload} title={m.import_title()} about={m.begin_import_about()} />
        </Link>
        <Link to="/settings/connect" className={WAY}>
          <Way icon={Plug} title={m.connect_assistant()} about={m.begin_connect_about()} />
        </Link>
      </div>
      <BetterModels />
    </section>
  );
}

function Way({ icon: Icon, title, about }: { icon: LucideIcon; title: string; about: string }) {
  return (
    <>
      <Icon
        size={22}
        strokeWidth={1.5}
        className="mt-0.5 flex-none text-ember"
        aria-hidden="true"
      />
      <span className="grid gap-0.5">
        <span className="font-medium">{title}</span>
        <span className="text-14 text-ink-2">{about}</span>
      </span>
    </>
  );
}
