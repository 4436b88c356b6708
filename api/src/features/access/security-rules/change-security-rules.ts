import type {
  ChangeSecurityRules,
  ReadSecurityRules,
  SecurityRules,
} from '@bursar/contracts/access/security-rules';
import type { FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { roles, type Role } from '@bursar/contracts/roles';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database } from '../../../platform/database.ts';
import { isInNetworks, readNetwork } from '../../../platform/networks.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { reachesInstallation, type Scope } from '../../../platform/scope.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import { auditOf, type OwnAccount } from '../accounts/own-account.ts';
import { findSecurityRules, writeSecurityRules, type StoredRules } from './security-rules.store.ts';

export async function readSecurityRules(
  database: Database,
  { scope, address }: { readonly scope: Scope; readonly address: string },
): Promise<Outcome<SecurityRules, FailureOf<ReadSecurityRules>>> {
  if (!reachesInstallation(scope)) return refuse('not_found');
  return succeed({ ...(await findSecurityRules(database)), ownAddress: address });
}

type Refused = FailureOf<ChangeSecurityRules>;

/**
 * Saves the rules. They apply from the next call, so networks that exclude the author's own address
 * are refused.
 */
export async function changeSecurityRules(
  database: Database,
  { password, ...sent }: InputOf<ChangeSecurityRules>['body'],
  own: OwnAccount,
): Promise<Outcome<SecurityRules, Refused>> {
  if (!reachesInstallation(own.session.scope)) return refuse('not_found');
  const confirmed = await confirmPassword(database, { ...own, password }, 'password');
  if (!confirmed.ok) return confirmed;
  const networks = readNetworks(sent.networks);
  if (!networks.ok) return networks;
  const { address, accountId } = own;
  if (!isInNetworks(address, networks.value.admin)) {
    return refuse('networks_lock_you_out', { field: 'networks.admin', details: { address } });
  }
  const rules: StoredRules = { ...sent, networks: networks.value };
  return database.begin(async (transaction): Promise<Outcome<SecurityRules, Refused>> => {
    const before = await findSecurityRules(transaction);
    const made = { by: accountId, at: own.now.toISOString() };
    if (!(await writeSecurityRules(transaction, { ...rules, ...made }))) {
      return refuse('changed_since');
    }
    await recordAudit(transaction, {
      ...auditOf(own, 'change-security-rules'),
      portfolioId: null,
      subject: 'security-rules',
      before: audited(before),
      after: audited(rules),
    });
    return succeed({ ...rules, version: sent.version + 1, ownAddress: address });
  });
}

type Networks = StoredRules['networks'];

function readNetworks(
  sent: Networks,
): Outcome<Networks, 'network_not_valid' | 'network_not_exact'> {
  const networks: Record<Role, string[]> = { admin: [], user: [], team: [], agent: [] };
  for (const role of roles) {
    const field = `networks.${role}`;
    for (const text of sent[role].map((line) => line.trim()).filter((line) => line !== '')) {
      const read = readNetwork(text);
      if (read.ok) networks[role].push(read.network);
      else if (read.suggestion === null) {
        return refuse('network_not_valid', { field, details: { network: text } });
      } else {
        const details = { network: text, suggestion: read.suggestion };
        return refuse('network_not_exact', { field, details });
      }
    }
  }
  return succeed(networks);
}

/** The audit trail stores scalar values, so lists are joined to text. */
const audited = ({ networks, secondFactorRoles, ...rules }: StoredRules) => ({
  passwordMin: rules.passwordMin,
  idleMinutes: rules.idleMinutes,
  longestHours: rules.longestHours,
  secondFactorRoles: secondFactorRoles.join(', '),
  networks: roles
    .filter((role) => networks[role].length > 0)
    .map((role) => `${role}: ${networks[role].join(', ')}`)
    .join('; '),
});
