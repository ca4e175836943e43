import type { FastifyInstance } from 'fastify';

/** Reports to load balancers and people which parts work, and how well. */
interface Readiness {
  ready: boolean;
  [part: string]: unknown;
}

export interface Health {
  /** Returns the reason why the service has failed; null while it works. */
  fault: () => string | null;
  readiness: () => Promise<Readiness>;
}

/** `/healthz` tells whether to restart the service, and `/readyz` whether to send it requests. */
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
