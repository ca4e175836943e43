/** A file cannot be imported. The message tells the user why, and names the place. */
export class UnfitFile extends Error {}
