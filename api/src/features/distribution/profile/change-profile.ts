import type { FailureOf, InputOf } from '@bursar/contracts/endpoint';
import type { ChangeProfile, Profile } from '@bursar/contracts/distribution/profile';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { checkDetails } from '../staff/check-person.ts';
import { auditOf, type OwnAccount } from '../../access/accounts/own-account.ts';
import { updateProfile, type ProfileInputs } from '../../access/accounts/account-changes.store.ts';
import { findProfile } from './profile.store.ts';

/**
 * Changes the profile fields that users may edit themselves. Others manage their e-mail address and
 * role.
 */
export async function changeProfile(
  database: Database,
  change: InputOf<ChangeProfile>['body'],
  own: OwnAccount,
): Promise<Outcome<Profile, FailureOf<ChangeProfile>>> {
  const details = await checkDetails(database, change);
  if (!details.ok) return details;
  const { accountId } = own;
  return database.begin(async (transaction) => {
    const before = await findProfile(transaction, accountId);
    const after = { ...change, ...details.value };
    if (!(await updateProfile(transaction, { ...after, accountId }))) {
      return refuse('changed_since');
    }
    await recordAudit(transaction, {
      ...auditOf(own, 'change-profile'),
      before: inputsOf(before),
      after: inputsOf(after),
    });
    return succeed(await findProfile(transaction, accountId));
  });
}

function inputsOf({ name, phone, language, timeZone }: ProfileInputs) {
  return { name, phone, language, timeZone };
}
