/** Worth another try: the network's fault, or the server's. */
export class Interrupted extends Error {}
