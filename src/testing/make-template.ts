/** Fills the folder of its argument; a process of its own, for callers that do not wait. */
import { runServiceOnce } from './template.ts';

await runServiceOnce({ SVC_DATA_DIR: process.argv[2]! });
