import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from './secrets/random-secret.ts';

/** The browser's own script sets this one, as the specification says; the server only reads it. */
const TOKEN_COOKIE = 'token';
/**
 * Ties the token to the browser that signed in: a token stolen by a script opens nothing alone. A
 * cookie named like this comes from this very host over a secure line, never from a sibling of it.
 */
const BINDING_COOKIE = '__Host-bursar-binding';
const XSRF_COOKIE = 'XSRF-TOKEN';
const XSRF_HEADER = 'x-xsrf-token';

/** How long a session lasts however busy it is. */
export const ABSOLUTE_HOURS = 12;

/** What `__Host-` asks of a cookie, and that no script reads it. */
export const hostCookie = {
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: true,
} as const;

/** The two cookies that make a session, where the browser sent both. */
export function sessionCookiesOf(
  request: FastifyRequest,
): { readonly token: string; readonly binding: string } | null {
  const token = request.cookies[TOKEN_COOKIE];
  const binding = bindingOf(request);
  return token && binding ? { token, binding } : null;
}

export function bindingOf(request: FastifyRequest): string | null {
  return request.cookies[BINDING_COOKIE] ?? null;
}

/** Ties a new session to the browser, and gives its page the token that changes need. */
export function setSessionCookies(reply: FastifyReply, binding: string): void {
  reply.setCookie(BINDING_COOKIE, binding, { ...hostCookie, maxAge: ABSOLUTE_HOURS * 3600 });
  setXsrfCookie(reply, binding);
}

/** Gives the page its session's token again, where it lost it or still has an older session's. */
export function ensureXsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  const binding = bindingOf(request);
  if (binding && request.cookies[XSRF_COOKIE] !== xsrfTokenOf(binding)) {
    setXsrfCookie(reply, binding);
  }
}

/** Readable by the page, which sends it back as a header: another site can do neither. */
function setXsrfCookie(reply: FastifyReply, binding: string): void {
  const options = { ...hostCookie, httpOnly: false };
  reply.setCookie(XSRF_COOKIE, xsrfTokenOf(binding), options);
}

/**
 * Follows from the session's own secret, so a token that somebody planted in the browser is no
 * good; and tells nothing of that secret.
 */
const xsrfTokenOf = (binding: string): string =>
  createHmac('sha256', binding).update('bursar xsrf token').digest('base64url');

/** Of the session alone: what the cookie says does not matter. */
export function xsrfTokenMatches(request: FastifyRequest): boolean {
  const binding = bindingOf(request);
  const header = request.headers[XSRF_HEADER];
  if (!binding || typeof header !== 'string') return false;
  return timingSafeEqual(hashSecret(header), hashSecret(xsrfTokenOf(binding)));
}
