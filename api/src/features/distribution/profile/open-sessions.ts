import { BlockList, isIPv6 } from 'node:net';
import type { OpenSession } from '@bursar/contracts/distribution/profile';
import { recordAudit } from '../../../platform/audit.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { isOpen } from '../../../platform/session.ts';
import { endSessionElsewhere, endSessionsOf } from '../../access/accounts/accounts.store.ts';
import { describeDevice } from './describe-device.ts';
import { forgetDevices } from '../../access/accounts/known-devices.ts';
import { auditOf, type OwnAccount } from '../../access/accounts/own-account.ts';

/** Lists the account's open sessions: the current one first, then the most recently used. */
export async function listOpenSessions(sql: Queryable, own: OwnAccount): Promise<OpenSession[]> {
  const rows = await sql<
    {
      id: string;
      userAgent: string;
      address: string;
      createdAt: string;
      lastSeenAt: string;
      isCurrent: boolean;
    }[]
  >`
    select session.id, session.user_agent, session.address, session.created_at,
      session.last_seen_at, session.id = ${own.sessionId} as is_current
    from sessions session
    where session.account_id = ${own.accountId} and ${isOpen(sql, own.now)}
    order by is_current desc, session.last_seen_at desc, session.id`;
  return rows.map(({ userAgent, createdAt, ...row }) => ({
    ...row,
    ...describeDevice(userAgent),
    place: placeOf(row.address),
    signedInAt: createdAt,
  }));
}

/** Ends one of the caller's own sessions; sessions of other accounts are not found. */
export function endSession(
  database: Database,
  sessionId: string,
  own: OwnAccount,
): Promise<Outcome<{ ended: number }, 'not_found'>> {
  const { accountId, now } = own;
  return database.begin(async (transaction) => {
    const isEnded = await endSessionElsewhere(transaction, { sessionId, accountId, now });
    if (!isEnded) return refuse('not_found');
    await recordAudit(transaction, {
      ...auditOf(own, 'end-session'),
      subject: 'session',
      subjectId: sessionId,
    });
    return succeed({ ended: 1 });
  });
}

export function endOtherSessions(
  database: Database,
  own: OwnAccount,
): Promise<Outcome<{ ended: number }, never>> {
  const { accountId, now, sessionId, device } = own;
  return database.begin(async (transaction) => {
    await forgetDevices(transaction, { accountId, except: device });
    const reason = 'ended-elsewhere';
    const ended = await endSessionsOf(transaction, { accountId, now, except: sessionId, reason });
    if (ended > 0) {
      await recordAudit(transaction, { ...auditOf(own, 'end-other-sessions'), after: { ended } });
    }
    return succeed({ ended });
  });
}

function placeOf(address: string): OpenSession['place'] {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (thisMachine.check(address, family)) return 'this-machine';
  return localNetwork.check(address, family) ? 'local-network' : 'elsewhere';
}

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addAddress('::1', 'ipv6');

/** Private address ranges: RFC 1918, RFC 4193 and link-local. */
const localNetwork = new BlockList();
localNetwork.addSubnet('10.0.0.0', 8, 'ipv4');
localNetwork.addSubnet('172.16.0.0', 12, 'ipv4');
localNetwork.addSubnet('192.168.0.0', 16, 'ipv4');
localNetwork.addSubnet('169.254.0.0', 16, 'ipv4');
localNetwork.addSubnet('fc00::', 7, 'ipv6');
localNetwork.addSubnet('fe80::', 10, 'ipv6');
