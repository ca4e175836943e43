/**
 * Fills the folder of its argument with a template. It is a separate program, so that callers can
 * run it synchronously.
 */
import { fillTemplate } from './template.ts';

await fillTemplate(process.argv[2]!);
