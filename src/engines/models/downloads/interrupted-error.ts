/** A network or server failure after which a retry makes sense. */
export class Interrupted extends Error {}
