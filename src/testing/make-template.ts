/**
 * Fills the folder of its argument with a template. This program is a separate process, so that
 * callers can run it synchronously.
 */
import { fillTemplate } from './template.ts';

await fillTemplate(process.argv[2]!);
