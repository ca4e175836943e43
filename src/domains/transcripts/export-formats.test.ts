import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderTranscript } from './export-formats.ts';
import type { ExportFormat } from './export-formats.ts';

const said = (text: string, start: number, end: number, speaker_name: string | null = 'Ana') => ({
  text,
  speaker_name,
  start,
  end,
});
const TALK = {
  id: 'one',
  title: 'A *talk*',
  overview: '',
  apps_results: [{ app_id: 'poet', content: 'O boat!' }],
  started_at: '2026-03-07T10:00:00.000Z',
  segments: [said('Is 1 < 2?', 7, 9), said('It is\n\nlate --> so.', 3_600, 3_602.25, null)],
  gaps: [{ start: 20, end: 24, reason: 'waiting' }],
};
const sentencesOf = ({ segments }: Pick<typeof TALK, 'segments'>) =>
  segments.map(({ text, start, end }) => [{ text, start, end }]);
const whole = (talk: typeof TALK) => ({ ...talk, sentences: sentencesOf(talk) });

const EXPECTED: [ExportFormat, string][] = [
  [
    'txt',
    '[0:07] Ana: Is 1 < 2?\n[0:20] (4 s not understood)\n[1:00:00] Speaker: It is late --> so.\n',
  ],
  [
    'md',
    [
      '# A \\*talk\\*',
      '*2026-03-07T10:00:00.000Z*',
      'O boat!',
      '**Ana** (0:07): Is 1 \\< 2?',
      '*(0:20: 4 s not understood)*',
      '**Speaker** (1:00:00): It is late --\\> so.\n',
    ].join('\n\n'),
  ],
  [
    'srt',
    '1\n00:00:07,000 --> 00:00:09,000\nAna: Is 1 < 2?\n\n' +
      '2\n00:00:20,000 --> 00:00:24,000\n[4 s not understood]\n\n' +
      '3\n01:00:00,000 --> 01:00:02,250\nSpeaker: It is late → so.\n\n',
  ],
  [
    'vtt',
    'WEBVTT\n\n00:00:07.000 --> 00:00:09.000\n<v Ana>Is 1 &lt; 2?\n\n' +
      'NOTE 00:00:20.000 4 s not understood\n\n' +
      '01:00:00.000 --> 01:00:02.250\n<v Speaker>It is late → so.\n\n',
  ],
];

for (const [format, expected] of EXPECTED) {
  test(`a transcript with a gap is exported as ${format}`, () => {
    assert.equal(renderTranscript(whole(TALK), format), expected);
  });
}

test('json contains all data, and hours are shown only if there are any', () => {
  assert.deepEqual(JSON.parse(renderTranscript(whole(TALK), 'json')), TALK);
  const late = { ...TALK, gaps: [], segments: [said('Late.', 3_599, 3_600)] };
  assert.equal(renderTranscript(whole(late), 'txt'), '[59:59] Ana: Late.\n');
});

test('subtitles show one sentence at a time', () => {
  const segments = [said('We sail. You too?', 5, 9)];
  const sentences = [
    [
      { text: 'We sail.', start: 5, end: 6.5 },
      { text: 'You too?', start: 8, end: 9 },
    ],
  ];
  assert.equal(
    renderTranscript({ ...TALK, gaps: [], segments, sentences }, 'srt'),
    '1\n00:00:05,000 --> 00:00:06,500\nAna: We sail.\n\n' +
      '2\n00:00:08,000 --> 00:00:09,000\nAna: You too?\n\n',
  );
});
