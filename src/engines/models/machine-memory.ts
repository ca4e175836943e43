import { totalmem } from 'node:os';

/** The share of the memory that a model may use. Other processes need the rest. */
const SHARE_FOR_MODELS = 0.6;

/** Returns the memory of the machine or of its container, in bytes. */
export function machineMemory(): number {
  // Without a limit, this number is larger than any memory.
  const limit = process.constrainedMemory() || Infinity;
  return Math.min(limit, totalmem());
}

export function fitsInMemory(memoryBytes: number): boolean {
  return memoryBytes <= machineMemory() * SHARE_FOR_MODELS;
}
