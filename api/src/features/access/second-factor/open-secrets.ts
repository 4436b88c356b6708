import { recordAudit } from '../../../platform/audit.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { explainFileProblem } from '../../../platform/postgres/start-refused.ts';
import { secretBox, type SecretBox } from '../../../platform/secrets/secret-box.ts';
import { makeKeyFile, parseSecretKey, readKeyFile } from '../../../platform/secrets/secret-key.ts';
import type { Settings } from '../../../platform/settings.ts';
import { forgetClientSecret } from '../single-sign-on/single-sign-on.store.ts';
import { deleteSecondFactor, PLAIN_BYTES } from './second-factor.store.ts';

type Opened =
  | { readonly ok: true; readonly secrets: SecretBox }
  | { readonly ok: false; readonly problem: string };

/**
 * Opens the secret box with the key from the settings or the key file, and encrypts secrets that an
 * earlier release stored in plain form. Refuses a key that belongs to another database, unless the
 * settings state that the key is lost.
 */
export function openSecrets(
  owner: Database,
  settings: Settings['secrets'],
  now: Date,
): Promise<Opened> {
  return owner.begin(async (transaction): Promise<Opened> => {
    // Several processes may start at once on one database.
    await transaction`lock table secret_key_check in share row exclusive mode`;
    const [check] = await transaction<{ sealed: Buffer }[]>`select sealed from secret_key_check`;
    const mayMake = !check || settings.keyIsLost;
    const found = findKey(settings, mayMake);
    if (!found.ok) return found;
    const secrets = secretBox(found.key);
    if (!check || !secrets.open(check.sealed, CHECK)) {
      if (check && !settings.keyIsLost) return { ok: false, problem: wrongKey(found.from) };
      if (check) {
        await forgetSecondFactors(transaction, now);
        await forgetClientSecret(transaction);
      }
      await noteKey(transaction, secrets);
    }
    await sealOpenSecrets(transaction, secrets);
    return { ok: true, secrets };
  });
}

const CHECK = 'secret-key-check';

type Found =
  | { readonly ok: true; readonly key: Buffer; readonly from: string }
  | { readonly ok: false; readonly problem: string };

function findKey({ key, keyFile }: Settings['secrets'], mayMake: boolean): Found {
  if (key) return { ok: true, key, from: 'BURSAR_SECRET' };
  try {
    if (mayMake && readKeyFile(keyFile) === null) makeKeyFile(keyFile);
    const text = readKeyFile(keyFile);
    const read = text === null ? null : parseSecretKey(text);
    if (read) return { ok: true, key: read, from: keyFile };
    const what = text === null ? 'is not there' : 'holds no key';
    return { ok: false, problem: `The key file ${keyFile} ${what}. ${remedy}` };
  } catch (error) {
    const { message } = explainFileProblem(error, `use the key file ${keyFile}`);
    return { ok: false, problem: message };
  }
}

const remedy =
  'Restore the key file of this database, or set BURSAR_SECRET to what it held. If it is lost for good, remove what is left of it and start once with BURSAR_SECRET_LOST=on: that switches every second factor and single sign-on off.';

const wrongKey = (from: string): string =>
  `The key in ${from} is not the one that this database's secrets are sealed with. ${remedy}`;

/**
 * Deletes the second factors whose secrets are encrypted with a lost key. Their owners must set up
 * the second factor again.
 */
async function forgetSecondFactors(transaction: Transaction, now: Date): Promise<void> {
  const unreadable = await transaction<{ accountId: string; portfolioId: string | null }[]>`
    select factor.account_id, account.portfolio_id
    from second_factors factor join accounts account on account.id = factor.account_id
    where length(factor.secret) > ${PLAIN_BYTES} for update of factor`;
  for (const { accountId, portfolioId } of unreadable) {
    await deleteSecondFactor(transaction, accountId);
    await recordAudit(transaction, {
      portfolioId,
      actorId: null,
      event: 'reset-second-factor',
      subject: 'account',
      subjectId: accountId,
      requestId: null,
      at: now,
    });
  }
}

async function noteKey(transaction: Transaction, secrets: SecretBox): Promise<void> {
  const sealed = secrets.seal(Buffer.from(CHECK), CHECK);
  await transaction`
    insert into secret_key_check (sealed) values (${sealed})
    on conflict (only_one) do update set sealed = excluded.sealed`;
}

async function sealOpenSecrets(transaction: Transaction, secrets: SecretBox): Promise<void> {
  const open = await transaction<{ accountId: string; secret: Buffer }[]>`
    select account_id, secret from second_factors where length(secret) = ${PLAIN_BYTES} for update`;
  for (const { accountId, secret } of open) {
    await transaction`
      update second_factors set secret = ${secrets.seal(secret, accountId)}
      where account_id = ${accountId}`;
  }
}
