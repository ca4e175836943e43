/** A failure of the network or of the server after which a retry makes sense. */
export class Interrupted extends Error {}
