let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The account's time zone, in which days begin and end, even on a device in another time zone. */
export const timezone = () => zone;

export function setTimezone(name: string): void {
  zone = name;
}
