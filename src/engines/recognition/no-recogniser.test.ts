import { after, before } from 'node:test';
import { silentLog } from '../../core/log.ts';
import { joinedSound, silence } from '../audio/testing.ts';
import { speak } from '../audio/testing-speech.ts';
import { openVoiceActivity, type VoiceActivity } from '../voice-activity/voice-activity.ts';
import { noRecogniser } from './no-recogniser.ts';
import { recogniserSuite } from './recogniser.suite.ts';

let voiceActivity: VoiceActivity;
before(async () => {
  voiceActivity = await openVoiceActivity(silentLog);
});
after(() => voiceActivity[Symbol.asyncDispose]());

recogniserSuite('none', {
  make: async () => noRecogniser(voiceActivity),
  speech: async () => joinedSound(silence(1), await speak('Good morning.'), silence(1)),
  hearsWords: false,
});
