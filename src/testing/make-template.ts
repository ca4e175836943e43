/**
 * Fills a folder, given as an argument, with a template. This is a separate program, so that
 * callers can run it synchronously.
 */
import { fillTemplate } from './first-start.ts';

await fillTemplate(process.argv[2]!);
