import type { Transaction } from '../../../platform/database.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { plainCode } from '../accounts/recovery-codes.ts';
import { stepOfCode } from './codes.ts';
import { lockSecondFactor, noteStep } from './second-factor.store.ts';

type Taking = {
  readonly accountId: string;
  readonly code: string;
  readonly secrets: SecretBox;
  readonly now: Date;
};

/**
 * Returns whether a code from the authenticator app is valid, and accepts it once: afterwards
 * neither this nor an older code works.
 */
export async function takeCode(
  transaction: Transaction,
  { accountId, code, secrets, now }: Taking,
): Promise<boolean> {
  const factor = await lockSecondFactor(transaction, accountId);
  if (!factor) return false;
  const secret = secrets.open(factor.sealed, accountId);
  if (!secret) throw new Error(`the second factor of account ${accountId} cannot be opened`);
  const step = stepOfCode(secret, plainCode(code), now);
  if (step === null || step <= factor.lastStep) return false;
  await noteStep(transaction, { accountId, step });
  return true;
}
