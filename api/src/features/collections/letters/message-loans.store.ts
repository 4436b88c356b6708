import type { LoanStatus } from '@bursar/contracts/choices';
import type { PauseCause } from '@bursar/contracts/collections/contact-outcomes';
import type { Language } from '@bursar/contracts/languages';
import type { Queryable } from '../../../platform/database.ts';
import { pauseCauseOf } from '../contact-log/contact-pauses.store.ts';

/**
 * The facts of a loan and its first borrower that a message states, and those that decide whether
 * it may be sent.
 */
export type MessageLoan = {
  readonly loanId: string;
  readonly referenceNumber: number;
  readonly currency: string;
  readonly status: LoanStatus;
  readonly outstandingMinor: number;
  readonly dueMinor: number;
  readonly lateMinor: number;
  /** The due day of the oldest unpaid instalment; null if nothing is owed. */
  readonly oldestUnpaidOn: string | null;
  readonly borrowerName: string | null;
  readonly language: Language | null;
  readonly agentName: string | null;
  readonly postalAddress: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly withdrawnChannels: readonly string[];
  readonly pauseCause: PauseCause | null;
  readonly hasWaitingPromise: boolean;
};

export type MessageDay = {
  readonly portfolioId: string;
  /** The business date, on which amounts are due. */
  readonly today: string;
  /** The time at which consent is checked. */
  readonly at: string;
};

export async function listMessageLoans(
  sql: Queryable,
  { portfolioId, today, at, loanIds }: MessageDay & { readonly loanIds: readonly string[] },
): Promise<ReadonlyMap<string, MessageLoan>> {
  const reach = (kind: string) =>
    sql`borrower_reach(loan.portfolio_id, loan.borrower_id, ${kind}, ${today})`;
  const rows = await sql<MessageLoan[]>`
    select loan.id as loan_id, loan.reference_number, loan.currency, state.status,
      state.outstanding_principal_minor as outstanding_minor, dues.due_minor,
      dues.arrears_minor as late_minor, dues.oldest_unpaid_on, borrower.name as borrower_name,
      borrower.language, agent.name as agent_name, ${reach('address')} as postal_address,
      ${reach('email')} as email, ${reach('phone')} as phone,
      withdrawn_channels(loan.portfolio_id, loan.borrower_id, ${at}) as withdrawn_channels,
      ${pauseCauseOf(sql, 'state')} as pause_cause,
      exists (select from promises promise
        where promise.portfolio_id = loan.portfolio_id and promise.loan_id = loan.id
          and promise.state = 'waiting') as has_waiting_promise
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    left join accounts agent on agent.id = state.agent_id
    cross join lateral dues_of(loan.portfolio_id, loan.id, ${today}::date) dues
    where state.portfolio_id = ${portfolioId} and state.loan_id = any(${[...loanIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.loanId, { ...row }]));
}
