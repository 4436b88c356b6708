import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Transaction } from '../../../platform/database.ts';
import { lockBorrower, retirePhone, findPhone } from './borrowers.store.ts';

type WrongPhone = {
  readonly portfolioId: string;
  readonly borrowerId: string;
  readonly phone: string;
};

/**
 * Retires a borrower's phone number as wrong. Returns false if the borrower never had this number;
 * a number that is retired already stays as it is.
 */
export async function retireWrongPhone(
  transaction: Transaction,
  wrong: WrongPhone,
  context: CommandContext,
): Promise<boolean> {
  const { portfolioId, borrowerId, phone } = wrong;
  await lockBorrower(transaction, wrong);
  const found = await findPhone(transaction, wrong);
  if (!found) return false;
  if (found.isRetired) return true;
  await retirePhone(transaction, {
    ...wrong,
    by: context.session.account.id,
    at: context.now.toISOString(),
  });
  await auditCommand(transaction, context, {
    portfolioId,
    event: 'change-borrower',
    subject: 'borrower',
    subjectId: borrowerId,
    before: { contacts: `phone ${phone}` },
    after: { contacts: `phone ${phone} retired: wrong` },
  });
  return true;
}
