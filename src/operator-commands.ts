/**
 * The commands that an operator runs on the same machine as the service. Modules are loaded only
 * when needed, so that each command starts fast.
 */
export const OPERATOR_VERBS: Record<string, (...words: string[]) => Promise<void>> = {
  serve: async () => (await import('./operating/service.ts')).runService(),
  migrate: async (...words) => (await import('./operating/database.ts')).migrateOnly(...words),
  account: async (...words) => (await import('./operating/database.ts')).operateAccounts(...words),
  secret: async (...words) => (await import('./operating/database.ts')).changeSecrets(...words),
  doctor: async (...words) => (await import('./operating/doctor.ts')).doctor(...words),
  backup: async (...words) => (await import('./operating/backup/backup.ts')).backup(...words),
  restore: async (...words) => (await import('./operating/backup/restore.ts')).restore(...words),
  move: async (...words) => (await import('./operating/backup/move.ts')).move(...words),
  models: async (...words) => (await import('./operating/models.ts')).operateModels(...words),
  recognise: async (...words) => (await import('./operating/recognition.ts')).recognise(...words),
};
