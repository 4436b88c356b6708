import type { Transaction } from '../platform/database.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Recording = { readonly people: DemoPeople; readonly random: Random; readonly today: string };

/** Adds the consents that borrowers gave in their contracts, and a few withdrawals. */
export async function addDemoConsents(
  transaction: Transaction,
  { people: { portfolioId, managerId }, random, today }: Recording,
): Promise<void> {
  const at = momentOf(today, 4);
  const borrowers = await transaction<{ id: string }[]>`
    select borrower_id as id from loans
    where portfolio_id = ${portfolioId} and reference_number % 4 = 0 order by reference_number`;
  const consents = borrowers.flatMap(({ id }) => {
    const consent = (channel: string, state: string) => ({
      portfolio_id: portfolioId,
      borrower_id: id,
      id: random.uuid(at),
      channel,
      state,
      means: state === 'given' ? 'contract' : 'written',
      recorded_by: managerId,
      recorded_at: at.toISOString(),
    });
    const sms = random.chance(0.15) ? 'withdrawn' : 'given';
    return [consent('call', 'given'), consent('email', 'given'), consent('sms', sms)];
  });
  await transaction`insert into borrower_consents ${transaction(consents)}`;
}
