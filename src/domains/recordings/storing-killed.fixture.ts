/** A process that does nothing but move files, for tests that kill it. */
import { systemClock } from '../../core/clock.ts';
import { silentLog } from '../../core/log.ts';
import { openDatabase } from '../../storage/database.ts';
import { Files } from '../../storage/objects/files.ts';
import { folderStore } from '../../storage/objects/folder.ts';
import { storeFiles } from './storing.ts';

const [url, folder] = process.argv.slice(2);
const database = await openDatabase({ url, folder: `${folder}-data`, log: silentLog });
const files = new Files(folderStore(folder!), silentLog);
const { signal } = new AbortController();
process.stdout.write('begins');
await files.removeUnused(database.db, signal);
await storeFiles({ db: database.db, clock: systemClock, files, log: silentLog }, signal);
await database[Symbol.asyncDispose]();
