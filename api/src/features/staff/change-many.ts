import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ChangeManyStaff } from '@bursar/contracts/staff';
import { failureSentence } from '../../platform/failure-sentences.ts';
import type { Database } from '../../platform/database.ts';
import { succeed, type Outcome } from '../../platform/outcome.ts';
import { inviteAgain } from './invite-again.ts';
import { reinstateStaff } from './reinstate-staff.ts';
import type { StaffContext } from './staff-context.ts';
import { suspendStaff, type Suspension } from './suspend-staff.ts';

type Many = Pick<Suspension, 'loans' | 'toAgentId'> & {
  readonly action: 'suspend' | 'reinstate' | 'invite';
  readonly accounts: readonly { readonly accountId: string; readonly batchId: string }[];
};

/**
 * Does the same to several accounts, each in a transaction of its own: one that cannot be changed
 * does not hold up the others. Sent again it does nothing twice.
 */
export async function changeManyStaff(
  database: Database,
  many: Many,
  context: StaffContext,
): Promise<Outcome<AnswerOf<ChangeManyStaff>, never>> {
  const refused: AnswerOf<ChangeManyStaff>['refused'] = [];
  for (const account of many.accounts) {
    const outcome = await changeOne(database, { ...many, ...account }, context);
    if (!outcome.ok) {
      const { code, details } = outcome.refusal;
      const message = failureSentence(code, details);
      refused.push({ accountId: account.accountId, error: code, message });
    }
  }
  return succeed({ done: many.accounts.length - refused.length, refused });
}

type One = Omit<Many, 'accounts'> & Many['accounts'][number];

function changeOne(
  database: Database,
  { action, accountId, batchId: id, loans, toAgentId }: One,
  context: StaffContext,
): Promise<Outcome<unknown>> {
  switch (action) {
    case 'suspend':
      return suspendStaff(database, { accountId, id, loans, toAgentId }, context);
    case 'reinstate':
      return reinstateStaff(database, accountId, context);
    case 'invite':
      return inviteAgain(database, accountId, context);
  }
}
