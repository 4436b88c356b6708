import type { SecondFactor } from '@bursar/contracts/access/second-factor';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { hashSecret } from '../../../platform/secrets/random-secret.ts';
import { plainCode } from '../accounts/recovery-codes.ts';
import { newRecoveryCodes } from './codes.ts';

export async function findSecondFactor(sql: Queryable, accountId: string): Promise<SecondFactor> {
  const [row] = await sql<SecondFactor[]>`
    select factor.confirmed_at, (
      select count(*) from recovery_codes code
      where code.account_id = factor.account_id and code.used_at is null
    ) as recovery_codes_left
    from second_factors factor
    where factor.account_id = ${accountId} and factor.confirmed_at is not null`;
  return row ? { ...row } : { confirmedAt: null, recoveryCodesLeft: 0 };
}

/** Plain secrets of earlier releases have this length; encrypted ones are longer. */
export const PLAIN_BYTES = 20;

/**
 * Stores a secret to be confirmed, replacing an unconfirmed one; returns false if one is confirmed.
 */
export async function upsertUnconfirmed(
  transaction: Transaction,
  { accountId, sealed, at }: { accountId: string; sealed: Buffer; at: string },
): Promise<boolean> {
  const rows = await transaction`
    insert into second_factors as known (account_id, secret, begun_at)
    values (${accountId}, ${sealed}, ${at})
    on conflict (account_id) do update
      set secret = excluded.secret, begun_at = excluded.begun_at
      where known.confirmed_at is null
    returning account_id`;
  return rows.length > 0;
}

type Factor = {
  readonly sealed: Buffer;
  readonly confirmedAt: string | null;
  readonly lastStep: number;
};

/** Locks the second factor, so that parallel calls cannot use one code twice. */
export async function lockSecondFactor(
  transaction: Transaction,
  accountId: string,
): Promise<Factor | null> {
  const [row] = await transaction<Factor[]>`
    select secret as sealed, confirmed_at, last_step from second_factors
    where account_id = ${accountId} for update`;
  return row ?? null;
}

export async function noteStep(
  transaction: Transaction,
  { accountId, step }: { accountId: string; step: number },
): Promise<void> {
  await transaction`
    update second_factors set last_step = ${step} where account_id = ${accountId}`;
}

export async function setConfirmed(
  transaction: Transaction,
  { accountId, at }: { accountId: string; at: string },
): Promise<void> {
  await transaction`
    update second_factors set confirmed_at = ${at} where account_id = ${accountId}`;
}

/** Deletes the second factor, even an unconfirmed one; returns whether it was on. */
export async function deleteSecondFactor(
  transaction: Transaction,
  accountId: string,
): Promise<boolean> {
  await transaction`delete from recovery_codes where account_id = ${accountId}`;
  const [gone] = await transaction<{ wasOn: boolean }[]>`
    delete from second_factors where account_id = ${accountId}
    returning confirmed_at is not null as was_on`;
  return gone?.wasOn ?? false;
}

/** Replaces the recovery codes with ten new ones and returns them; they are shown only once. */
export async function replaceRecoveryCodes(
  transaction: Transaction,
  accountId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await transaction`delete from recovery_codes where account_id = ${accountId}`;
  const rows = codes.map((code) => ({
    account_id: accountId,
    code_hash: hashSecret(plainCode(code)),
  }));
  await transaction`insert into recovery_codes ${transaction(rows)}`;
  return codes;
}

/** Uses up a recovery code; returns whether it was valid. */
export async function spendRecoveryCode(
  transaction: Transaction,
  { accountId, code, at }: { accountId: string; code: string; at: string },
): Promise<boolean> {
  const rows = await transaction`
    update recovery_codes set used_at = ${at}
    where account_id = ${accountId} and code_hash = ${hashSecret(plainCode(code))}
      and used_at is null
    returning account_id`;
  return rows.length > 0;
}
