import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import type {
  BeginSecondFactor,
  ConfirmSecondFactor,
} from '@bursar/contracts/access/second-factor';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import { auditOf, type OwnAccount } from '../accounts/own-account.ts';
import { giveBackAttempt, takeAttempt } from '../accounts/sign-in-attempts.ts';
import { hasJustSignedInByProvider } from '../single-sign-on/single-sign-on.store.ts';
import { newFactorSecret, spellSecret } from './codes.ts';
import {
  lockSecondFactor,
  replaceRecoveryCodes,
  setConfirmed,
  upsertUnconfirmed,
} from './second-factor.store.ts';
import { takeCode } from './take-code.ts';

/** The database of second factors and the box that encrypts their secrets. */
export type FactorDesk = { readonly database: Database; readonly secrets: SecretBox };

/** Creates a secret; sign-in does not require it until a code has confirmed it. */
export async function beginSecondFactor(
  { database, secrets }: FactorDesk,
  password: string,
  own: OwnAccount,
): Promise<Outcome<AnswerOf<BeginSecondFactor>, FailureOf<BeginSecondFactor>>> {
  // An account that was linked by single sign-on may have a password that its owner never knew.
  if (!(await hasJustSignedInByProvider(database, own))) {
    const confirmed = await confirmPassword(database, { ...own, password }, 'password');
    if (!confirmed.ok) return confirmed;
  }
  const { accountId, email, now } = own;
  const secret = newFactorSecret();
  return database.begin(async (transaction) => {
    const at = now.toISOString();
    const sealed = secrets.seal(secret, accountId);
    if (!(await upsertUnconfirmed(transaction, { accountId, sealed, at }))) {
      return refuse('second_factor_already_on');
    }
    await recordAudit(transaction, auditOf(own, 'begin-second-factor'));
    return succeed(spellSecret(secret, email));
  });
}

/**
 * Switches the second factor on after a valid code; returns the recovery codes, shown only once.
 */
export function confirmSecondFactor(
  { database, secrets }: FactorDesk,
  code: string,
  own: OwnAccount,
): Promise<Outcome<AnswerOf<ConfirmSecondFactor>, FailureOf<ConfirmSecondFactor>>> {
  const { accountId, now } = own;
  return database.begin(async (transaction) => {
    const factor = await lockSecondFactor(transaction, accountId);
    if (!factor || factor.confirmedAt !== null) return refuse('second_factor_not_begun');
    const seconds = await takeAttempt(transaction, own);
    if (seconds > 0) return refuse('too_many_attempts', { details: { seconds } });
    if (!(await takeCode(transaction, { accountId, code, secrets, now }))) {
      return refuse('second_factor_code_wrong', { field: 'code' });
    }
    await giveBackAttempt(transaction, own);
    await setConfirmed(transaction, { accountId, at: now.toISOString() });
    const recoveryCodes = await replaceRecoveryCodes(transaction, accountId);
    await recordAudit(transaction, auditOf(own, 'confirm-second-factor'));
    return succeed({ recoveryCodes });
  });
}
