let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone of the account. Days begin and end in it, also on a device that is elsewhere. */
export const timezone = () => zone;

export function setTimezone(name: string): void {
  zone = name;
}
