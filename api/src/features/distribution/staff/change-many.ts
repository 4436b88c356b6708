import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ChangeManyStaff } from '@bursar/contracts/access/suspensions';
import { failureSentence } from '../../../platform/failure-sentences.ts';
import type { Database } from '../../../platform/database.ts';
import { succeed, type Outcome } from '../../../platform/outcome.ts';
import { countHeldLoans } from '../assignments/move-held-loans.ts';
import { inviteAgain } from './invite-again.ts';
import { reinstateStaff } from './reinstate-staff.ts';
import type { StaffContext } from './staff-context.ts';
import { suspendStaff, type Suspension } from './suspend-staff.ts';

type Many = Pick<Suspension, 'loans' | 'toAgentId'> & {
  readonly action: 'suspend' | 'reinstate' | 'invite';
  readonly accounts: readonly { readonly accountId: string; readonly batchId: string }[];
};

/**
 * Applies one change to several accounts, each in its own transaction, so that a refused account
 * does not block the others. Repeating a suspension or reinstatement changes nothing; repeating an
 * invitation mails another one.
 */
export async function changeManyStaff(
  database: Database,
  many: Many,
  context: StaffContext,
): Promise<Outcome<AnswerOf<ChangeManyStaff>, never>> {
  const refused: AnswerOf<ChangeManyStaff>['refused'] = [];
  let loansAwaiting = 0;
  // The approval rule applies to all loans of the request together, not per account.
  const { loans: together } = await countHeldLoans(database, {
    scope: context.session.scope,
    accountIds: many.accounts.map(({ accountId }) => accountId),
  });
  for (const account of many.accounts) {
    const outcome = await changeOne(database, { ...many, ...account, together }, context);
    if (outcome.ok) {
      if (outcome.value) loansAwaiting += 1;
    } else {
      const { code, details } = outcome.refusal;
      const message = failureSentence(code, details);
      const { accountId } = account;
      refused.push({ accountId, error: code, message, details: { ...details } });
    }
  }
  return succeed({ done: many.accounts.length - refused.length, loansAwaiting, refused });
}

type One = Omit<Many, 'accounts'> & Many['accounts'][number] & { readonly together: number };

/** Applies the change to one account. Returns whether the account's loans wait for approval. */
async function changeOne(
  database: Database,
  { action, accountId, batchId: id, loans, toAgentId, together }: One,
  context: StaffContext,
): Promise<Outcome<boolean>> {
  if (action === 'suspend') {
    const suspension = { accountId, id, loans, toAgentId, together };
    const suspended = await suspendStaff(database, suspension, context);
    return suspended.ok ? succeed(suspended.value.loansAwaitApproval) : suspended;
  }
  const changed = await (action === 'reinstate'
    ? reinstateStaff(database, accountId, context)
    : inviteAgain(database, accountId, context));
  return changed.ok ? succeed(false) : changed;
}
