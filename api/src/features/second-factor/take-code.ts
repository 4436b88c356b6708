import type { Transaction } from '../../platform/database.ts';
import { plainCode, stepOfCode } from './codes.ts';
import { lockSecondFactor, noteStep } from './second-factor.store.ts';

type Taking = { readonly accountId: string; readonly code: string; readonly now: Date };

/** Takes a code of the app, once: neither it nor an older one is taken again. */
export async function takeCode(
  transaction: Transaction,
  { accountId, code, now }: Taking,
): Promise<boolean> {
  const factor = await lockSecondFactor(transaction, accountId);
  if (!factor) return false;
  const step = stepOfCode(factor.secret, plainCode(code), now);
  if (step === null || step <= factor.lastStep) return false;
  await noteStep(transaction, { accountId, step });
  return true;
}
