const NAME = /^commonplace-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz(\.age)?$/;

/** Names sort by time. */
export function archiveName(now: Date, isEncrypted: boolean): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return `commonplace-${time}Z.tar.gz${isEncrypted ? '.age' : ''}`;
}

export function isOurArchive(name: string): boolean {
  return NAME.test(name);
}
