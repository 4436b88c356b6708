import { rolledBackWithin, type Transaction } from '../../../platform/database.ts';
import { lockCharged } from '../../servicing/charges/charge-missing.ts';
import { listInstalmentsOf } from '../../servicing/loan-account/instalments.store.ts';
import { lockLoans, type LockedLoan } from '../../servicing/loan-account/loan-state.store.ts';
import { listMessageLoans } from './message-loans.store.ts';
import { readMessageFigures, type MessageSource, type Sender } from './write-message.ts';

type Asked = {
  readonly portfolioId: string;
  readonly today: string;
  readonly now: Date;
  readonly sender: Sender;
  readonly loanIds: readonly string[];
};

/**
 * Locks the loans and reads the values that messages state about them. Amounts include penalties
 * still missing on closed days, as in a payoff quote, but nothing is charged here.
 */
export async function readSources(
  transaction: Transaction,
  asked: Asked,
): Promise<ReadonlyMap<string, MessageSource>> {
  const { portfolioId, today, now, loanIds } = asked;
  const scope = { role: 'user', accountId: portfolioId, portfolioId } as const;
  const locked = await lockLoans(transaction, { scope, loanIds });
  const unchecked = [...locked].filter(([, loan]) => loan.hasPenaltyCheck);
  const sources = new Map(
    await readAll(
      transaction,
      asked,
      new Map([...locked].filter(([, { hasPenaltyCheck }]) => !hasPenaltyCheck)),
    ),
  );
  for (const [loanId] of unchecked) {
    const read = await rolledBackWithin(transaction, async (savepoint) => {
      const session = { scope, businessDate: today };
      const loan = await lockCharged(savepoint, { loanId, session, now });
      return readAll(savepoint, asked, new Map(loan ? [[loanId, loan]] : []));
    });
    for (const [id, source] of read) sources.set(id, source);
  }
  return sources;
}

async function readAll(
  transaction: Transaction,
  { portfolioId, today, now, sender }: Asked,
  locked: ReadonlyMap<string, LockedLoan>,
): Promise<readonly (readonly [string, MessageSource])[]> {
  const loanIds = [...locked.keys()];
  const at = now.toISOString();
  const loans = await listMessageLoans(transaction, { portfolioId, today, at, loanIds });
  const schedules = await listInstalmentsOf(transaction, portfolioId, loanIds);
  const sources: (readonly [string, MessageSource])[] = [];
  for (const [loanId, loan] of locked) {
    const messageLoan = loans.get(loanId);
    if (!messageLoan) continue;
    const instalments = schedules.get(loanId) ?? [];
    const priced = { loan, loanId, instalments, today };
    const figures = await readMessageFigures(transaction, priced);
    sources.push([loanId, { loan: messageLoan, figures, sender, today }]);
  }
  return sources;
}
