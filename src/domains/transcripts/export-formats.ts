/** Formats a transcript as a file. */
import { gapNote } from './gap.ts';
import type { TimedSentence } from './timed/timed-sentences.ts';

export const EXPORT_FORMATS = ['txt', 'md', 'srt', 'vtt', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const CONTENT_TYPES: Record<ExportFormat, string> = {
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

export interface ExportedTranscript {
  id: string;
  title: string;
  overview: string;
  apps_results: readonly { app_id: string | null; content: string }[];
  started_at: string | null;
  segments: readonly {
    text: string;
    speaker_name: string | null;
    /** Seconds from the start. */
    start: number;
    end: number;
  }[];
  /** The sentences of each segment, in the order of the segments; subtitles show one at a time. */
  sentences: readonly (readonly Omit<TimedSentence, 'words'>[])[];
  /** The parts of the sound without words. */
  gaps: readonly { start: number; end: number; reason: string }[];
}

type Line =
  | { segment: ExportedTranscript['segments'][number] }
  | { gap: ExportedTranscript['gaps'][number] };

/** Returns segments and gaps together, in chronological order. */
function lines({ segments, gaps }: Pick<ExportedTranscript, 'segments' | 'gaps'>): Line[] {
  const startOf = (line: Line) => ('gap' in line ? line.gap : line.segment).start;
  return [...segments.map((segment) => ({ segment })), ...gaps.map((gap) => ({ gap }))].toSorted(
    (one, other) => startOf(one) - startOf(other),
  );
}

/** Returns the sentences and the gaps, in chronological order. */
function cues({ sentences, segments, gaps }: ExportedTranscript): Line[] {
  const said = segments.flatMap((segment, at) =>
    (sentences[at] ?? []).map((sentence) => ({ ...segment, ...sentence })),
  );
  return lines({ segments: said, gaps });
}

export function renderTranscript(transcript: ExportedTranscript, format: ExportFormat): string {
  return RENDERERS[format](transcript);
}

const RENDERERS: Record<ExportFormat, (transcript: ExportedTranscript) => string> = {
  txt: (transcript) =>
    lines(transcript)
      .map((line) =>
        'gap' in line
          ? `[${clock(line.gap.start)}] (${gapNote(line.gap)})\n`
          : `[${clock(line.segment.start)}] ${name(line.segment)}: ${oneLine(line.segment.text)}\n`,
      )
      .join(''),
  md: ({ title, overview, apps_results, started_at, ...transcript }) =>
    [
      `# ${markdown(title || 'Conversation')}`,
      started_at && `*${started_at}*`,
      markdown(overview),
      ...apps_results.map(({ content }) => content),
      ...lines(transcript).map((line) =>
        'gap' in line
          ? `*(${clock(line.gap.start)}: ${gapNote(line.gap)})*`
          : `**${markdown(name(line.segment))}** (${clock(line.segment.start)}): ${markdown(line.segment.text)}`,
      ),
    ]
      .filter(Boolean)
      .join('\n\n')
      .concat('\n'),
  srt: (transcript) =>
    cues(transcript)
      .map((line, index) => {
        const { start, end } = 'gap' in line ? line.gap : line.segment;
        const times = `${stamp(start, ',')} --> ${stamp(end, ',')}`;
        const text =
          'gap' in line
            ? `[${gapNote(line.gap)}]`
            : `${name(line.segment)}: ${cue(line.segment.text)}`;
        return `${index + 1}\n${times}\n${text}\n\n`;
      })
      .join(''),
  // A VTT note is not a cue, so players do not show it.
  vtt: (transcript) =>
    ['WEBVTT\n\n']
      .concat(
        cues(transcript).map((line) => {
          if ('gap' in line) {
            return `NOTE ${stamp(line.gap.start, '.')} ${gapNote(line.gap)}\n\n`;
          }
          const { segment } = line;
          const times = `${stamp(segment.start, '.')} --> ${stamp(segment.end, '.')}`;
          return `${times}\n<v ${escaped(name(segment)).replaceAll('.', ' ')}>${escaped(cue(segment.text))}\n\n`;
        }),
      )
      .join(''),
  json: ({ sentences: _sentences, ...transcript }) => `${JSON.stringify(transcript, null, 2)}\n`,
};

function name({ speaker_name }: { speaker_name: string | null }): string {
  return oneLine(speaker_name ?? 'Speaker');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A blank line or an arrow would end the cue. */
function cue(text: string): string {
  return oneLine(text).replaceAll('-->', '→');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function markdown(text: string): string {
  return oneLine(text).replace(/([\\`*_{}[\]<>#|])/g, '\\$1');
}

/** Formats seconds as `0:07`, `12:30` or `1:02:03`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

/** Formats seconds as `00:12:30,250`. */
function stamp(seconds: number, separator: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const parts = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ];
  return `${parts.map((part) => pad(part)).join(':')}${separator}${pad(ms % 1000, 3)}`;
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}
