import type { FastifyReply, FastifyRequest } from 'fastify';
import { sealWith } from '../../../core/seal.ts';

const COOKIE = 'svc_once';
const SECONDS = 60;

/**
 * A secret that a page shows once, after the redirect that keeps a reload from making it again: it
 * waits in a sealed cookie, for one user, because it is stored nowhere else.
 */
export function openOnceShown({
  secret,
  secure,
  path,
}: {
  secret: string;
  secure: boolean;
  path: string;
}) {
  const seal = sealWith(secret, 'shown once');
  const options = { path, httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    put(reply: FastifyReply, user_id: string, text: string): void {
      const sealed = seal.close(JSON.stringify([user_id, text])).toString('base64url');
      reply.setCookie(COOKIE, sealed, { ...options, maxAge: SECONDS });
    },
    /** Returns the secret for this user; then it is gone. */
    take(
      { request, reply }: { request: FastifyRequest; reply: FastifyReply },
      user_id: string,
    ): string | null {
      const sealed = request.cookies[COOKIE];
      if (!sealed) return null;
      reply.clearCookie(COOKIE, options);
      try {
        const [whose, text] = JSON.parse(seal.open(Buffer.from(sealed, 'base64url'))) as string[];
        return whose === user_id ? text! : null;
      } catch {
        // The value was sealed with another secret, or is made up.
        return null;
      }
    },
  };
}
