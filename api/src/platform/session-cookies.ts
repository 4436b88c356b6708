import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from './secrets/random-secret.ts';

/**
 * The web app's script sets this cookie, as the specification requires; the server only reads it.
 */
const TOKEN_COOKIE = 'token';
/**
 * Binds the token to the browser that signed in, so a token stolen by a script is useless alone.
 * The `__Host-` prefix proves that this host set the cookie over HTTPS, not a sibling.
 */
const BINDING_COOKIE = '__Host-bursar-binding';
const XSRF_COOKIE = 'XSRF-TOKEN';
const XSRF_HEADER = 'x-xsrf-token';

/** Maximum duration of a session, however active; an administrator may set a shorter one. */
export const ABSOLUTE_HOURS = 12;

/** The attributes that `__Host-` requires, and `httpOnly`. */
export const hostCookie = {
  path: '/',
  httpOnly: true,
  sameSite: 'strict',
  secure: true,
} as const;

/** Returns the two cookies that identify a session, if the browser sent both. */
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

/** Binds a new session to the browser and gives its page the XSRF token. */
export function setSessionCookies(reply: FastifyReply, binding: string): void {
  reply.setCookie(BINDING_COOKIE, binding, { ...hostCookie, maxAge: ABSOLUTE_HOURS * 3600 });
  setXsrfCookie(reply, binding);
}

/** Sets the session's XSRF token again if the page lost it or has an older session's. */
export function ensureXsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  const binding = bindingOf(request);
  if (binding && request.cookies[XSRF_COOKIE] !== xsrfTokenOf(binding)) {
    setXsrfCookie(reply, binding);
  }
}

/** Sets the cookie that the page reads and sends back as a header; another site can do neither. */
function setXsrfCookie(reply: FastifyReply, binding: string): void {
  const options = { ...hostCookie, httpOnly: false };
  reply.setCookie(XSRF_COOKIE, xsrfTokenOf(binding), options);
}

/**
 * Derives the XSRF token from the session's own secret, so that a token planted in the browser is
 * useless. The token does not reveal the secret.
 */
const xsrfTokenOf = (binding: string): string =>
  createHmac('sha256', binding).update('bursar xsrf token').digest('base64url');

/** Compares the header with the session's own token, not with the XSRF cookie. */
export function xsrfTokenMatches(request: FastifyRequest): boolean {
  const binding = bindingOf(request);
  const header = request.headers[XSRF_HEADER];
  if (!binding || typeof header !== 'string') return false;
  return timingSafeEqual(hashSecret(header), hashSecret(xsrfTokenOf(binding)));
}
