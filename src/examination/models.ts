/** Examinations of installed models, and of the networks that come with the service. */
import type { Library } from '../engines/models/library.ts';
import { damageOfWhisper } from '../engines/recognition/whisper/whisper-files.ts';
import { faultOf } from '../engines/voices/encoder/voice-model.ts';
import { findingsOf, saysAndCure } from './finding.ts';
import type { Finding } from './finding.ts';

export function examineVoices(found = faultOf()): Finding {
  return weightsFinding('voices', 'The voice encoder is unchanged.', found);
}

export function examineRecogniser(found = damageOfWhisper()): Finding {
  return weightsFinding('recogniser', 'The built-in recogniser is unchanged.', found);
}

function weightsFinding(name: string, says: string, found: string | null): Finding {
  const { ok, fault } = findingsOf(name);
  return found === null ? ok(says) : fault(...saysAndCure(found));
}

export async function examineModelFiles(library: Library): Promise<Finding> {
  const { ok, fault } = findingsOf('speech models');
  const { usable, broken } = await library.installed();
  const damaged: { id: string; files: string }[] = [];
  for (const { id } of [...broken.map(({ entry }) => entry), ...usable]) {
    const damages = (await library.verify(id)) ?? [];
    if (damages.length > 0) damaged.push({ id, files: damages.map(({ path }) => path).join(', ') });
  }
  const [first] = damaged;
  if (!first) return ok(`${usable.length} installed, all files unchanged.`);
  return fault(
    damaged.map(({ id, files }) => `Files of ${id} are missing or changed: ${files}.`).join(' '),
    `Run: commonplace models pull ${damaged.map(({ id }) => id).join(' ')}`,
  );
}
