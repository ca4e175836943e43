/** Fills the folder of its argument; a process of its own, for callers that do not wait. */
import { fillTemplate } from './template.ts';

await fillTemplate(process.argv[2]!);
