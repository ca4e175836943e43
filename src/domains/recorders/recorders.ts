import type { ConnectionKind } from '../connections/connection-kind.ts';
import { limitless } from './limitless.ts';

export const recorderKinds: readonly ConnectionKind[] = [limitless];
