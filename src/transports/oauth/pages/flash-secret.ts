import type { FastifyReply, FastifyRequest } from 'fastify';
import { sealWith } from '../../../core/seal.ts';

const COOKIE = 'svc_once';
const SECONDS = 60;

/**
 * Keeps a new secret during the redirect after its creation. The page shows the secret once, and a
 * reload does not create another. The secret is in a sealed cookie for one user, because the
 * service stores it nowhere else.
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
    /** Returns the secret of this user and deletes the cookie. */
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
        // The cookie is forged or was sealed with another secret.
        return null;
      }
    },
  };
}
