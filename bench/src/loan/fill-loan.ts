import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import { uuidv7 } from 'uuidv7';
import { firstPaymentDay } from '../payments/seed-payable-loans.ts';

/** The number of events of each kind on the loan. */
export const events = { payments: 1_000, contacts: 500, notes: 400, documents: 100 } as const;

type Filling = { readonly address: string; readonly cookie: string; readonly loanId: string };

/** Creates the events by calling Bursar's API, so that each event stores all of its rows. */
export async function fillLoan({ address, cookie, loanId }: Filling): Promise<void> {
  const xsrf = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? '');
  const post = async (path: string, body: string, type = 'application/json') => {
    const headers = { cookie, 'x-xsrf-token': xsrf, 'content-type': type };
    const answer = await fetch(`${address}/api${path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const ofLoan = (path: string, body: object) =>
    post(`/loans/${loanId}/${path}`, JSON.stringify({ id: uuidv7(), ...body }));
  for (let payment = 0; payment < events.payments; payment += 1) {
    await ofLoan('payments', {
      // The amounts differ, because two equal payments on one day count as a possible duplicate.
      amountMinor: 2_000 + payment,
      currency: 'USD',
      valueDate: addDays(calendarDate(firstPaymentDay), Math.floor(payment / 8)),
      method: 'bank-transfer',
    });
  }
  for (let contact = 0; contact < events.contacts; contact += 1) {
    await ofLoan('contacts', {
      channel: 'call',
      outcome: contact % 3 === 0 ? 'no-response' : 'answered',
      note: `Call ${contact}: asked for the instalment that is due, and when it comes`,
    });
  }
  for (let note = 0; note < events.notes; note += 1) {
    await ofLoan('notes', { text: `Note ${note}: works nights, so calls are best after noon` });
  }
  for (let document = 0; document < events.documents; document += 1) {
    const query = new URLSearchParams({ id: uuidv7(), loanId, fileName: `letter ${document}.txt` });
    await post(`/documents?${query}`, `Letter ${document}`, 'application/octet-stream');
  }
}
