import { addDays } from '@bursar/loan-maths';
import { demoPortfolio } from './demo-people.ts';
import type { DemoContact } from './demo-account.ts';
import type { DemoRows } from './demo-tables.ts';
import { momentOf, type Booking, type Placed } from './placed-loan.ts';

/** `demo-work.ts` adds the contacts of these last days. */
const RECENT_DAYS = 31;

/** Adds the calls about late instalments of the past, with the promises that followed. */
export function addContactHistory(rows: DemoRows, loan: Placed, booking: Booking): void {
  const { agentId } = loan;
  if (agentId === null) return;
  const until = addDays(booking.today, -RECENT_DAYS);
  const from = addDays(loan.disbursedOn, 2);
  const earlier = rows.promises.length;
  for (const contact of loan.contacts) {
    if (contact.on <= from || contact.on > until) continue;
    if (contact.promise && contact.promise.on > until) continue;
    addContact(rows, { loan, contact, agentId, booking });
  }
  replaceLapsed(rows.promises, earlier);
}

/**
 * Marks each promise as replaced by the first later promise that was made after the promised day,
 * as Bursar does.
 */
function replaceLapsed(promises: DemoRows['promises'], from: number): void {
  for (let at = from; at < promises.length; at += 1) {
    const promise = promises[at];
    const next = promises
      .slice(at + 1)
      .find(({ madeOn }) => promise && madeOn > promise.promisedOn);
    if (!promise || !next) continue;
    const replaced = { replacedBy: next.id, replacedOn: next.madeOn, replacedAt: next.madeAt };
    promises[at] = { ...promise, ...replaced };
  }
}

type Talked = {
  readonly loan: Placed;
  readonly contact: DemoContact;
  readonly agentId: string;
  readonly booking: Booking;
};

function addContact(rows: DemoRows, { loan, contact, agentId, booking }: Talked): void {
  const { random, people } = booking;
  const { portfolioId } = people;
  const { on, promise } = contact;
  const attempt = (day: string, outcome: string) => {
    const at = momentOf(day, random.between(8, 16), random.between(0, 59));
    const id = random.uuid(at);
    rows.contact_attempts.push({
      portfolioId,
      id,
      loanId: loan.id,
      channel: random.pick(['call', 'call', 'call', 'sms', 'whatsapp']),
      outcome,
      note: '',
      contactedAt: at.toISOString(),
      loggedBy: agentId,
      loggedAt: at.toISOString(),
    });
    return { id, at };
  };
  if (random.chance(0.6)) attempt(addDays(on, -1), 'no-response');
  if (!promise) {
    attempt(on, random.pick(['answered', 'answered', 'no-response', 'unreachable']));
    return;
  }
  const { id: contactId, at } = attempt(on, 'promised');
  const id = random.uuid(at);
  rows.promises.push({
    portfolioId,
    id,
    loanId: loan.id,
    contactId,
    currency: demoPortfolio.currency,
    amountMinor: promise.amountMinor,
    promisedOn: promise.on,
    graceDays: 0,
    madeOn: on,
    madeBy: agentId,
    madeAt: at.toISOString(),
    state: promise.isMet ? 'kept' : 'broken',
    receivedMinor: promise.isMet ? promise.amountMinor : 0,
    agreementId: id,
    replacedBy: null,
    replacedOn: null,
    replacedAt: null,
  });
}
