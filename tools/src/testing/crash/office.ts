import { sealAudit } from '@bursar/api/features/control/audit/audit-seals';
import type { Database } from '@bursar/api/platform/database';
import { arrangePortfolio, testPassword } from '@bursar/api/testing/arrange';
import { generateTape } from '@bursar/api/seed/generate-tape';
import { openImportOffice } from '@bursar/api/testing/import-office';

/** A signed-in manager, and the loans to pay. */
export type Office = {
  readonly loanIds: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
};

const LOANS = 4;

/**
 * Books loans from a tape, so that the ledger has them from their first day on, and signs in their
 * manager.
 */
export async function openOffice(owner: Database, address: string): Promise<Office> {
  const portfolio = await arrangePortfolio(owner);
  await openImportOffice(owner, portfolio).book(generateTape({ rows: 20 }));
  // The tape is booked in the past, so its events must be sealed before later ones.
  await sealAudit(owner, { now: new Date(), waits: true });
  const loans = await owner<{ id: string }[]>`
    select loan_id as id from loan_state where status = 'active'
    order by outstanding_principal_minor desc limit ${LOANS}`;
  const headers = await signIn(address, portfolio.manager.email);
  return { loanIds: loans.map(({ id }) => id), headers };
}

/** Signs in and returns the headers that a browser sends afterwards. */
async function signIn(address: string, email: string): Promise<Record<string, string>> {
  const response = await fetch(`${address}/api/login/data-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: testPassword }),
  });
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('token' in body)) {
    throw new Error(`The manager cannot sign in: ${JSON.stringify(body)}`);
  }
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const xsrf = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.split('=')[1] ?? '';
  return {
    cookie: [...cookies, `token=${String(body.token)}`].join('; '),
    'x-xsrf-token': decodeURIComponent(xsrf),
  };
}
