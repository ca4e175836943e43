import type { MadeEvent } from '../maker.ts';
import type { Reading } from './reading.ts';

export function eventsOf(_reading: Reading): MadeEvent[] {
  return [];
}
