import type { FastifyInstance } from 'fastify';

/** Tells load balancers and people which parts can serve, and how well. */
interface Readiness {
  ready: boolean;
  [part: string]: unknown;
}

export interface Health {
  /** Why the service cannot go on; null while it can. */
  fault: () => string | null;
  readiness: () => Promise<Readiness>;
}

/** `/healthz`: start it anew or not. `/readyz`: send it requests or not. */
export function mountHealth(app: FastifyInstance, { fault, readiness }: Health): void {
  app.get('/healthz', async (_request, reply) => {
    const reason = fault();
    return reason === null
      ? { status: 'ok' }
      : reply.code(503).send({ status: 'failed', detail: reason });
  });
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness();
    return reply.code(state.ready ? 200 : 503).send(state);
  });
}
