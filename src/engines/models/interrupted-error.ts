/** A failure of the network or the server that is worth another try. */
export class Interrupted extends Error {}
