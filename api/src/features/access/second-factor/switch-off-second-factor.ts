import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type {
  RenewRecoveryCodes,
  SecondFactor,
  SwitchOffSecondFactor,
} from '@bursar/contracts/access/second-factor';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import { auditOf, type OwnAccount } from '../accounts/own-account.ts';
import {
  deleteSecondFactor,
  findSecondFactor,
  lockSecondFactor,
  replaceRecoveryCodes,
} from './second-factor.store.ts';

/** Switches the second factor off: sign-in needs only the password, and recovery codes are void. */
export async function switchOffSecondFactor(
  database: Database,
  password: string,
  own: OwnAccount,
): Promise<Outcome<SecondFactor, FailureOf<SwitchOffSecondFactor>>> {
  const confirmed = await confirmPassword(database, { ...own, password }, 'password');
  if (!confirmed.ok) return confirmed;
  return database.begin(async (transaction) => {
    if (await deleteSecondFactor(transaction, own.accountId)) {
      await recordAudit(transaction, auditOf(own, 'switch-off-second-factor'));
    }
    return succeed(await findSecondFactor(transaction, own.accountId));
  });
}

/** Replaces the recovery codes, for owners who used them up or lost them. */
export async function renewRecoveryCodes(
  database: Database,
  password: string,
  own: OwnAccount,
): Promise<Outcome<AnswerOf<RenewRecoveryCodes>, FailureOf<RenewRecoveryCodes>>> {
  const confirmed = await confirmPassword(database, { ...own, password }, 'password');
  if (!confirmed.ok) return confirmed;
  return database.begin(async (transaction) => {
    const factor = await lockSecondFactor(transaction, own.accountId);
    if (!factor || factor.confirmedAt === null) return refuse('second_factor_not_on');
    const recoveryCodes = await replaceRecoveryCodes(transaction, own.accountId);
    await recordAudit(transaction, auditOf(own, 'renew-recovery-codes'));
    return succeed({ recoveryCodes });
  });
}
