import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCues } from './subtitles.ts';

const words = fc.stringMatching(/^[A-Za-zé0-9<>&;.,:?!'"’ -]{1,60}$/).map((text) => text.trim());
const line = words.filter(
  (text) => /[A-Za-z]/.test(text) && !/-->|&[#\w]+;|<[^>]*>/.test(text) && !/^[-–—>]/.test(text),
);
const name = fc.constantFrom('Ana', 'Ben Doe', 'O’Brien', 'Zoë', 'Speaker 2');
const time = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(11, 19)}.000`;
const letters = (text: string) => text.replace(/\s/g, '');

test('all letters of the cues come out, each under its voice', () => {
  const cue = fc.record({ voice: name, lines: fc.array(line, { minLength: 1, maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 12 }), fc.boolean(), (cues, isVtt) => {
      const blocks = cues.map(({ voice, lines }, at) => {
        // Cues are apart, so that none looks like the roll of another.
        const times = `${time(at * 10)} --> ${time(at * 10 + 2)}`;
        return `${at + 1}\n${times}\n<v ${voice}>${lines.join('\n')}</v>\n`;
      });
      const { cues: read, problems } = readCues((isVtt ? 'WEBVTT\n\n' : '') + blocks.join('\n'));
      assert.deepEqual(problems, []);
      assert.deepEqual(
        cues.map((_, at) =>
          letters(
            read
              .filter(({ start }) => start === at * 10)
              .map(({ text }) => text)
              .join(''),
          ),
        ),
        cues.map(({ lines }) => letters(lines.join(''))),
      );
      for (const { start, speaker } of read) assert.equal(speaker, cues[start / 10]!.voice);
    }),
  );
});

test('all letters of cues without voices come out, also around empty lines', () => {
  const cue = fc.array(line, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 8 }), (cues) => {
      const text = cues
        .map(
          (lines, at) =>
            `${at + 1}\n${time(at * 10)} --> ${time(at * 10 + 2)}\n${lines.join('\n\n')}\n`,
        )
        .join('\n');
      const said = readCues(text).cues.map((each) => `${each.speaker ?? ''}${each.text}`);
      // A name that became a speaker has lost its colon.
      const plain = (each: string) => letters(each).replaceAll(':', '');
      assert.equal(plain(said.join('')), plain(cues.flat().join('')));
    }),
  );
});
