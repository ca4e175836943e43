import type { ConnectionKind } from '../connections/connection-kind.ts';
import { bee } from './bee.ts';
import { limitless } from './limitless.ts';
import { omi } from './omi.ts';

export const recorderKinds: readonly ConnectionKind[] = [limitless, omi, bee];
