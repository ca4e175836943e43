import type { FastifyInstance } from 'fastify';
import type { Database } from '../storage/database.ts';
import { mountHealth } from '../transports/http/health.ts';
import type { Below } from './rooms.ts';

const MIB = 1024 * 1024;

/** Reports which parts work, and how well. */
export function mountReadiness(app: FastifyInstance, { storage, engines, rooms }: Below): void {
  const { database } = storage;
  const { recogniser, note, voices, voiceActivity, understanding } = engines;
  let fault: string | null = null;
  void database.fault.then((sentence) => (fault = sentence));
  mountHealth(app, {
    fault: () => fault,
    readiness: async () => ({
      ready: await answers(database),
      database: database.kind,
      durable: database.durable,
      disk: {
        free_mib: Math.floor(database.disk.freeBytes / MIB),
        takes_new_data: !database.disk.isLow,
      },
      recogniser: {
        name: recogniser.name,
        quality: recogniser.capabilities.quality,
        languages: recogniser.capabilities.languages,
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
      listening_sessions: rooms.sessions.size,
    }),
  });
}

async function answers({ db }: Database): Promise<boolean> {
  return db
    .selectFrom('users')
    .select('id')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    );
}
