import { useMutation, useQuery } from '@tanstack/react-query';
import { Mic, Play, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { FileButton } from '../design/file-button.tsx';
import { notify } from '../design/notices.ts';
import { Unready } from '../design/states.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { inOwnWords, toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { duration, position } from '../time/time.ts';
import { useVoiceRecording } from '../talk/voice-recording.ts';
import { SettingsSection } from './section.tsx';
import { at } from '../service/base.ts';

const statusQuery = {
  queryKey: ['voice'],
  queryFn: () => service.getSpeechProfileStatus(),
};

/** The recording from which the service recognises the user's voice. */
export default function VoicePage() {
  const query = useQuery(statusQuery);
  const { data } = query;
  const remove = useMutation({
    mutationFn: () => service.deleteSpeechProfile(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: statusQuery.queryKey }),
    onError: (problem) => notify(toMessage(problem), { tone: 'problem' }),
  });
  return (
    <SettingsSection title={m.your_voice()} about={m.your_voice_about()}>
      <Title>{m.your_voice()}</Title>
      {!data ? (
        <Unready query={query} lines={3} />
      ) : data.has_profile ? (
        <div className="grid justify-items-start gap-3 text-14">
          <p className={data.quality === 'good' ? 'text-leaf' : 'text-amber'}>
            {data.quality === 'good' ? m.voice_good() : m.voice_poor()}
            {' · '}
            {m.voice_seconds({ seconds: Math.round(data.duration_seconds ?? 0) })}
          </p>
          <ul className="list-disc pl-5 text-ink-2">
            {data.problems.map(({ kind, message }) => (
              <li key={kind}>{inOwnWords(message)}</li>
            ))}
          </ul>
          <div className="flex gap-3">
            {data.url && <Hear url={data.url} />}
            <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
              {m.delete_voice()}
            </Button>
          </div>
          <Trial />
        </div>
      ) : (
        <p className="font-serif text-18">{m.voice_none()}</p>
      )}
      <Recorder />
    </SettingsSection>
  );
}

/** Plays the stored recording. */
function Hear({ url }: { url: string }) {
  const audio = useRef<HTMLAudioElement | null>(null);
  useEffect(() => () => audio.current?.pause(), []);
  const play = () => {
    audio.current ??= new Audio(at(new URL(url, location.origin).pathname));
    audio.current.currentTime = 0;
    audio.current.play().catch((error: unknown) => notify(toMessage(error), { tone: 'problem' }));
  };
  return (
    <Button onClick={play}>
      <Play size={16} />
      {m.hear_voice()}
    </Button>
  );
}

const VERDICTS = {
  you: m.voice_trial_you,
  probably_you: m.voice_trial_probably_you,
  somebody_else: m.voice_trial_somebody_else,
  too_little_speech: m.voice_trial_too_little_speech,
};

/** Records some seconds, and says whether the service recognises the user. */
function Trial() {
  const [problem, setProblem] = useState<string | null>(null);
  const compare = useMutation({
    mutationFn: (file: Blob) => service.trySpeechProfile({ file }),
    onError: (error) => setProblem(toMessage(error)),
  });
  const recording = useVoiceRecording({
    onDone: (file) => compare.mutate(file),
    onProblem: () => setProblem(m.talk_no_microphone()),
  });
  const start = () => {
    setProblem(null);
    compare.reset();
    void recording.start();
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">{m.try_voice_about()}</p>
      <div className="flex flex-wrap items-center gap-3">
        <RecordButton
          label={m.try_voice()}
          look="quiet"
          recording={{ ...recording, start }}
          isBusy={compare.isPending}
        />
        <p role="status" className="font-medium">
          {compare.isPending ? m.loading() : compare.data && VERDICTS[compare.data.verdict]()}
        </p>
      </div>
      <Problem text={problem} />
    </div>
  );
}

/** Starts and stops a recording, and shows its length. */
function RecordButton({
  label,
  look,
  recording: { seconds, start, stop },
  isBusy,
}: {
  label: string;
  look: 'primary' | 'quiet';
  recording: { seconds: number | null; start: () => void; stop: () => void };
  isBusy: boolean;
}) {
  const isRecording = seconds !== null;
  return (
    <>
      <Button
        look={isRecording ? 'danger' : look}
        isBusy={isBusy}
        onClick={isRecording ? stop : start}
      >
        {isRecording ? <Square size={14} /> : <Mic size={16} />}
        {isRecording ? m.stop() : label}
      </Button>
      {isRecording && (
        <span role="timer" className="tabular-nums">
          {position(seconds)}
        </span>
      )}
    </>
  );
}

function Problem({ text }: { text: string | null }) {
  return (
    text && (
      <p role="alert" className="text-14 text-brick">
        {text}
      </p>
    )
  );
}

/** Records the voice with the microphone, or takes a file. */
function Recorder() {
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useMutation({
    mutationFn: (file: Blob) => service.uploadSpeechProfile({ file }),
    onMutate: () => setProblem(null),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: statusQuery.queryKey }),
    onError: (error) => setProblem(toMessage(error)),
  });
  const recording = useVoiceRecording({
    onDone: (file) => upload.mutate(file),
    onProblem: () => setProblem(m.talk_no_microphone()),
  });
  return (
    <div className="grid justify-items-start gap-4">
      <blockquote className="max-w-[56ch] border-l-[3px] border-hairline pl-4 font-serif text-18 leading-relaxed">
        {m.voice_text()}
      </blockquote>
      <div className="flex flex-wrap items-center gap-3">
        <RecordButton
          label={m.record_voice()}
          look="primary"
          recording={{ ...recording, start: () => void recording.start() }}
          isBusy={upload.isPending}
        />
        {recording.seconds === null && (
          <FileButton
            label={m.choose_file()}
            accept="audio/*"
            onFiles={([file]) => file && upload.mutate(file)}
          />
        )}
        {upload.isPending && <span className="text-14 text-ink-2">{m.loading()}</span>}
      </div>
      <p className="text-13 text-ink-2">{m.voice_length({ length: duration(60) })}</p>
      <Problem text={problem} />
    </div>
  );
}
