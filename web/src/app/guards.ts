import { type RouteAccess, routeAdmits } from '@bursar/contracts/routes';
import { redirect } from 'react-router';
import { paths } from '../lib/paths.ts';
import { noteRefusedPage } from '../lib/refused-page.ts';
import { noteAskedFor, readSession } from '../lib/session.ts';

/** Returns the page to redirect to if the visitor may not open a page with this access. */
export function elsewhere(access: RouteAccess): string | undefined {
  if (access === 'public') return undefined;
  const session = readSession();
  if (access === 'signed-out') return session ? paths.dashboard : undefined;
  if (!session) return paths.signIn;
  if (!session.role || !routeAdmits(access, session.role)) return paths.unauthorized;
  return undefined;
}

/** Admits or redirects the visitor before anything of the page at this path loads. */
export function admit(access: RouteAccess, path: string): void {
  const target = elsewhere(access);
  const isRefused = target === paths.unauthorized;
  // The page that explains a refusal is opened next, which does not end the refusal.
  if (path !== paths.unauthorized) noteRefusedPage(isRefused ? path : undefined);
  if (target === undefined) return;
  if (target === paths.signIn) noteAskedFor();
  // React Router takes a thrown response as a redirect.
  throw redirect(target);
}
