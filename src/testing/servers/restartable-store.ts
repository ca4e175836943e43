import { createTestDatabase } from '../postgres.ts';
import { copyTemplate, removeFolder } from '../template.ts';

export interface RestartableStore extends AsyncDisposable {
  folder: string;
  environment: Record<string, string>;
}

/**
 * Creates a data folder (and a database if tests run on PostgreSQL) for several services that start
 * one after the other.
 */
export async function openRestartableStore(): Promise<RestartableStore> {
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  const database = serverUrl ? await createTestDatabase(serverUrl) : null;
  const folder = copyTemplate('owned');
  return {
    folder,
    environment: {
      SVC_DATA_DIR: folder,
      SVC_LOG_LEVEL: 'silent',
      ...(database && { DATABASE_URL: database.url }),
    },
    async [Symbol.asyncDispose]() {
      await database?.[Symbol.asyncDispose]();
      removeFolder(folder);
    },
  };
}
