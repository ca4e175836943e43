/** The entries of the archive of an account; docs/export.md describes them. */

export const SETTINGS = 'settings.json';
export const VOICE = 'voice/profile.wav';

export const soundFile = (id: string) => `sound/${id}.ogg`;
export const photoFile = (id: string) => `photos/${id}`;

const FILES = /^(?:sound\/[0-9a-f-]{36}\.ogg|photos\/[0-9a-f-]{36}|voice\/profile\.wav)$/;
export const isFile = (name: string): boolean => FILES.test(name);

export const MAX_ROWS = 5_000_000;
/** The largest sound or photo. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
