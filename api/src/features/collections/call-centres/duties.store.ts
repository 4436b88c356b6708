import { dutiesByDefault, type ListCallDuties } from '@bursar/contracts/collections/call-centres';
import {
  callCentreRoles,
  callDuties,
  type CallCentreRole,
  type CallDuty,
} from '@bursar/contracts/choices';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { matchesSearch } from '../../../platform/conditions.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { callCentresInScope, portfoliosInScope, type Scope } from '../../../platform/scope.ts';
import { dutiesIn } from './call-records.store.ts';

type CentreKey = { readonly scope: Scope; readonly centreId: string };

/** A centre that a command acts on, and the caller's duties in it. */
export type WorkedCentre = {
  readonly portfolioId: string;
  readonly isArchived: boolean;
  readonly duties: readonly CallDuty[];
};

/** Returns null if the centre is outside the caller's scope. */
export async function findWorkedCentre(
  sql: Queryable,
  { scope, centreId }: CentreKey,
): Promise<WorkedCentre | null> {
  const [row] = await sql<WorkedCentre[]>`
    select centre.portfolio_id, centre.archived_at is not null as is_archived,
      ${dutiesIn(sql, scope, 'centre')} as duties
    from call_centres centre
    where centre.id = ${centreId} and ${callCentresInScope(sql, scope, 'centre')}`;
  return row ?? null;
}

type Change = { readonly role: CallCentreRole; readonly duty: CallDuty; readonly granted: boolean };

/**
 * Lists the duties of each role by portfolio: the defaults with the portfolio's changes applied.
 */
export async function listDuties(
  sql: Queryable,
  scope: Scope,
): Promise<AnswerOf<ListCallDuties>['portfolios']> {
  const rows = await sql<{ id: string; name: string; changes: readonly Change[] }[]>`
    select portfolio.id, portfolio.name, coalesce(jsonb_agg(jsonb_build_object('role', changed.role,
      'duty', changed.duty, 'granted', changed.granted)) filter (where changed.role is not null),
      '[]') as changes
    from portfolios portfolio
    left join call_centre_duties changed on changed.portfolio_id = portfolio.id
    where ${portfoliosInScope(sql, scope)}
    group by portfolio.id, portfolio.name order by portfolio.name, portfolio.id`;
  return rows.map(({ id, name, changes }) => ({ id, name, grants: grantsWith(changes) }));
}

function grantsWith(changes: readonly Change[]) {
  return callCentreRoles.flatMap((role) =>
    callDuties.map((duty) => {
      const grantedByDefault = dutiesByDefault[role].includes(duty);
      const changed = changes.find((one) => one.role === role && one.duty === duty);
      return { role, duty, granted: changed?.granted ?? grantedByDefault, grantedByDefault };
    }),
  );
}

export async function upsertDuty(
  transaction: Transaction,
  change: Change & { portfolioId: string; by: string; at: string },
): Promise<void> {
  const { portfolioId, role, duty, granted, by, at } = change;
  await transaction`
    insert into call_centre_duties (portfolio_id, role, duty, granted, changed_by, changed_at)
    values (${portfolioId}, ${role}, ${duty}, ${granted}, ${by}, ${at})
    on conflict (portfolio_id, role, duty) do update set granted = excluded.granted,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
}

type Person = { id: string; name: string; email: string; role: 'user' | 'team' | 'agent' };

/**
 * Lists up to 20 active accounts of the portfolio whose name or email matches the search, ordered
 * by name.
 */
export async function listPeople(
  sql: Queryable,
  { portfolioId, q, accountId }: { portfolioId: string; q: string; accountId?: string },
): Promise<Person[]> {
  const rows = await sql<Person[]>`
    select id, name, email, role from accounts
    where portfolio_id = ${portfolioId} and status = 'active'
      and ${matchesSearch(sql, sql`search_form(name || ' ' || email)`, q)}
      ${accountId ? sql`and id = ${accountId}` : sql``}
    order by lower(name), id limit 20`;
  return rows.map((row) => ({ ...row }));
}
