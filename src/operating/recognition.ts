/**
 * `commonplace recognise …` shows which words the recogniser on this machine recognises, and how
 * well.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { chooseRecogniser } from '../assembly/choices/recogniser-choice.ts';
import { readConfig } from '../config.ts';
import { Invalid, StartError } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { SAMPLE_RATE } from '../engines/voice-activity/sample-rate.ts';
import { readRecordingFile } from '../engines/audio/recording-file.ts';
import { speak } from '../engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../engines/voice-activity/voice-activity.ts';
import { testRecordings } from '../engines/models/installed-model.ts';
import type { Library } from '../engines/models/library.ts';
import { hearRecording } from '../engines/recognition/hear-recording.ts';
import type { Recogniser, Utterance } from '../engines/recognition/recogniser.ts';
import { TEST_SENTENCES } from '../engines/recognition/test-sentences.ts';
import { wordErrors } from '../engines/recognition/word-errors.ts';
import { openLibrary } from '../assembly/choices/local-models.ts';
import { parseCommandLine } from './arguments.ts';

/** The command is for trials, so it accepts at most a day of sound. */
const MAX_SECONDS = 24 * 3600;

const USAGE = `Usage:
  commonplace recognise FILE              what is said in a recording
      --reference TEXT|FILE   what was really said: prints the word error rate
      --words                 each word with its times
  commonplace recognise --selftest        how well the recogniser hears test speech
Both take --model ID (an installed model), --language CODE and --json.`;

const OPTIONS = {
  reference: { type: 'string' },
  words: { type: 'boolean', default: false },
  selftest: { type: 'boolean', default: false },
  model: { type: 'string' },
  language: { type: 'string', default: 'en' },
  json: { type: 'boolean', default: false },
} as const;

/** A recording with the words that were recognised in it. */
interface Heard {
  source: string;
  seconds: number;
  workSeconds: number;
  said: string | null;
  utterances: Utterance[];
}

export async function recognise(...words: string[]): Promise<void> {
  const { positionals, values } = parseCommandLine(words, OPTIONS, USAGE);
  const [file] = positionals;
  if (positionals.length !== (values.selftest ? 0 : 1)) throw new StartError(USAGE);
  const config = readConfig(process.env);
  const library = openLibrary(config);
  const { model } = values;
  const settings = model
    ? {
        recogniser: 'local' as const,
        recogniserModel: model,
        recogniserUrl: undefined,
        recogniserKey: undefined,
      }
    : config.listening;
  await using stack = new AsyncDisposableStack();
  const voiceActivity = stack.use(await openVoiceActivity(silentLog));
  const choice = await chooseRecogniser(
    { ...config.listening, ...settings },
    {
      voiceActivity,
      log: silentLog,
      library,
    },
  );
  const recogniser = stack.use(choice.recogniser);
  if (model && choice.model !== model)
    throw new StartError(`${model} cannot be used: ${choice.note}`);
  const sounds = values.selftest
    ? await testSounds(library, choice.model)
    : [{ source: file!, pcm: await soundOf(file!), said: await referenceOf(values.reference) }];
  // Transcribes once before the measurement, which must not include the time to load the model.
  if (values.selftest) {
    await hearRecording(recogniser, sounds[0]!.pcm, { language: values.language, onFinal() {} });
  }
  const heard: Heard[] = [];
  for (const sound of sounds) {
    const utterances: Utterance[] = [];
    const started = performance.now();
    await hearRecording(recogniser, sound.pcm, {
      language: values.language,
      onFinal(utterance) {
        utterances.push(utterance);
        if (!values.json) console.log(lineOf(utterance, values.words));
      },
    });
    heard.push({
      source: sound.source,
      seconds: sound.pcm.length / SAMPLE_RATE,
      workSeconds: (performance.now() - started) / 1000,
      said: sound.said,
      utterances,
    });
  }
  report(recogniser, heard, values.json);
}

function report(recogniser: Recogniser, heard: readonly Heard[], json: boolean): void {
  const sum = (of: (each: Heard) => number) => heard.reduce((all, each) => all + of(each), 0);
  const seconds = sum((each) => each.seconds);
  const rtf = sum((each) => each.workSeconds) / seconds;
  const known = heard.filter(({ said }) => said !== null);
  const scores = known.map(({ said, utterances }) => wordErrors(said!, textOf(utterances)));
  const words = scores.reduce((all, score) => all + score.words, 0);
  const errors = scores.reduce((all, score) => all + score.errors, 0);
  const rate = words > 0 ? errors / words : null;
  const { quality } = recogniser.capabilities;
  const by = [...new Set(heard.flatMap(({ utterances }) => utterances.map((u) => u.provider)))];
  const provider = by.filter((name) => name !== undefined).join(', ') || recogniser.name;
  if (heard.every(({ utterances }) => utterances.length === 0)) process.exitCode = 1;
  if (json) {
    const summary = { provider, quality, seconds, rtf, word_error_rate: rate, words, errors };
    console.log(JSON.stringify({ ...summary, heard }, null, 2));
    return;
  }
  if (process.exitCode) console.log('No words were recognised.');
  console.log(
    `\n${provider}, quality ${quality}: ${seconds.toFixed(1)} s of sound at ` +
      `${rtf.toFixed(3)} s of work per second (${(1 / rtf).toFixed(0)} times as fast as speech)`,
  );
  if (rate !== null) {
    console.log(`Word error rate ${(100 * rate).toFixed(1)} % (${errors} of ${words} words)`);
  }
}

/** Uses the recordings that came with the model; without them, synthetic voices. */
async function testSounds(library: Library, model: string | null) {
  const entry = model && library.find(model);
  if (entry) {
    const folder = dirname(Object.values(library.native(entry).files)[0]!);
    const recordings = await testRecordings(folder);
    if (recordings.length > 0) {
      return Promise.all(
        recordings.map(async ({ file, words }) => ({
          source: file,
          pcm: await soundOf(file),
          said: words,
        })),
      );
    }
  }
  try {
    return await Promise.all(
      TEST_SENTENCES.map(async (said) => ({ source: 'flite', pcm: await spoken(said), said })),
    );
  } catch {
    throw new StartError(
      'There is no test speech, because flite is missing (apt-get install flite).',
    );
  }
}

/** Adds silence, because real recordings do not begin in the middle of a word. */
async function spoken(sentence: string): Promise<Int16Array> {
  const voice = await speak(sentence);
  const pcm = new Int16Array(SAMPLE_RATE + voice.length);
  pcm.set(voice, SAMPLE_RATE);
  return pcm;
}

async function soundOf(file: string): Promise<Int16Array> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`);
  try {
    return await readRecordingFile(file, { maxSeconds: MAX_SECONDS });
  } catch (error) {
    if (error instanceof Invalid) throw new StartError(`${file}: ${error.message}`);
    throw error;
  }
}

async function referenceOf(given: string | undefined): Promise<string | null> {
  if (given === undefined) return null;
  return existsSync(given) ? readFile(given, 'utf8') : given;
}

function lineOf({ start, end, text, words }: Utterance, each: boolean): string {
  const line = `${clock(start)}–${clock(end)}  ${text}`;
  const details = words.map((word) => `    ${clock(word.start)}–${clock(word.end)}  ${word.text}`);
  return each ? [line, ...details].join('\n') : line;
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(2).padStart(5, '0')}`;
}

function textOf(utterances: readonly Utterance[]): string {
  return utterances.map(({ text }) => text).join(' ');
}
