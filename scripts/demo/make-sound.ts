/**
 * Makes `assets/demo.ogg`, once, on a machine with Debian's flite: `node_modules/.bin/node
 * scripts/demo/make-sound.ts`. The demo itself does not need flite.
 */
import { writeFileSync } from 'node:fs';
import { OggOpusWriter } from '../../src/engines/audio/ogg-opus.ts';
import { joinedSound, silence } from '../../src/engines/audio/testing.ts';
import { speak } from '../../src/engines/audio/testing-speech.ts';
import { SOUND } from '../../src/domains/listening/demo/sample-sound.ts';
import { STORY } from '../../src/domains/listening/demo/sample-story.ts';

const VOICES = { owner: 'slt', friend: 'rms' } as const;
/** Tests play the sample 20 times as fast, which the service takes up to half a minute of sound. */
const PAUSE_SECONDS = 0.7;

const parts: Int16Array[] = [silence(0.3)];
for (const { text, voice } of STORY) {
  parts.push(await speak(text, VOICES[voice]), silence(PAUSE_SECONDS));
}
const writer = new OggOpusWriter(1);
const file = Buffer.concat([writer.head(), ...writer.write(joinedSound(...parts)), writer.end()]);
writeFileSync(SOUND, file);
console.log(`${SOUND.pathname}: ${file.length} bytes, ${writer.seconds.toFixed(1)} s`);
