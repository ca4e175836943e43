import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { trySpeechProfile } from './profile-trial.ts';
import {
  deleteSpeechProfile,
  deleteSpeechSample,
  getSpeechProfile,
  getSpeechProfileStatus,
  hasSpeechProfile,
  hearSpeechProfile,
  listSpeechSamples,
  RECORDING_PATH,
  uploadSpeechProfile,
} from './speech-profiles.ts';
import type { VoiceParts } from './speech-profiles.ts';

const credential = 'session';
const samples = '/v3/speech-profile/expand';
/** Enough for three minutes of uncompressed sound at the highest quality of a phone. */
const MAX_BYTES = 40 * 1024 * 1024;

export function voiceRoutes(parts: VoiceParts): Route[] {
  return [
    route(uploadSpeechProfile(parts), {
      method: 'POST',
      path: '/v3/upload-audio',
      credential,
      upload: { field: 'file', maxBytes: MAX_BYTES, keep: 'disk' },
    }),
    route(trySpeechProfile(parts), {
      method: 'POST',
      path: '/v1/users/speech-profile/try',
      credential,
      upload: { field: 'file', maxBytes: MAX_BYTES, keep: 'disk' },
    }),
    route(hasSpeechProfile, { method: 'GET', path: '/v3/speech-profile', credential }),
    route(deleteSpeechProfile, { method: 'DELETE', path: '/v3/speech-profile', credential }),
    route(getSpeechProfile(parts), { method: 'GET', path: '/v4/speech-profile', credential }),
    route(getSpeechProfileStatus(parts), {
      method: 'GET',
      path: '/v3/speech-profile/status',
      credential,
    }),
    route(listSpeechSamples, { method: 'GET', path: samples, credential }),
    route(deleteSpeechSample, { method: 'DELETE', path: samples, credential }),
    route(hearSpeechProfile, { method: 'GET', path: RECORDING_PATH, credential, answer: 'bytes' }),
  ];
}
