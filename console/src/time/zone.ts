let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The account's time zone, which defines the days, also on a device in another time zone. */
export const timezone = () => zone;

export function setTimezone(name: string): void {
  zone = name;
}
