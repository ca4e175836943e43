import type { FastifyInstance } from 'fastify';
import { isSound } from '../examination/finding.ts';
import type { Examinations } from '../examination/running.ts';
import { mountHealth } from '../transports/http/health.ts';
import type { Below } from './rooms.ts';

const MIB = 1024 * 1024;

/** Reports which parts work, and how well. */
export function mountReadiness(
  app: FastifyInstance,
  { storage, engines }: Below,
  examinations: Examinations,
): void {
  const { database } = storage;
  const { recogniser, note, voices, voiceActivity, understanding } = engines;
  let fault: string | null = null;
  void database.fault.then((sentence) => (fault = sentence));
  mountHealth(app, {
    fault: () => fault,
    readiness: async () => {
      const findings = [await examinations.database(), examinations.disk()];
      const { free_bytes, live_sessions } = examinations.live();
      return {
        ready: isSound(findings, 'database'),
        database: database.kind,
        durable: database.durable,
        disk: {
          free_mib: Math.floor(free_bytes / MIB),
          takes_new_data: isSound(findings, 'disk'),
        },
        recogniser: {
          name: recogniser.name,
          quality: recogniser.capabilities.quality,
          languages: recogniser.capabilities.languages,
          poor_languages: recogniser.capabilities.poorLanguages ?? [],
          note,
          ...(recogniser.measured && { measured: recogniser.measured }),
        },
        voice_check: {
          model: voices.model,
          note: voices.fault,
          ...(voices.measured && { measured: voices.measured }),
        },
        voice_activity: voiceActivity.kind,
        understanding,
        listening_sessions: live_sessions,
      };
    },
  });
}
