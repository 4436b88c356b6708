import type { DunningStep } from '@bursar/contracts/collections/dunning';
import type { Queryable, Transaction } from '../../../platform/database.ts';

type StepKey = { readonly portfolioId: string; readonly id: string };

export type StepRules = Pick<
  DunningStep,
  | 'templateId'
  | 'fromDaysLate'
  | 'untilDaysLate'
  | 'everyDays'
  | 'workingDaysOnly'
  | 'sparesPromises'
  | 'releasesItself'
>;

function selectSteps(sql: Queryable) {
  return sql`
    select step.id, step.template_id, step.from_days_late, step.until_days_late, step.every_days,
      step.working_days_only, step.spares_promises, step.releases_itself, template.channel,
      template.name as template_name, step.version, changer.name as changed_by, step.changed_at
    from dunning_steps step
    join message_templates template
      on template.portfolio_id = step.portfolio_id and template.id = step.template_id
    join accounts changer on changer.id = step.changed_by`;
}

export async function listSteps(sql: Queryable, portfolioId: string): Promise<DunningStep[]> {
  const rows = await sql<DunningStep[]>`
    ${selectSteps(sql)}
    where step.portfolio_id = ${portfolioId} and step.removed_at is null
    order by step.from_days_late, step.changed_at, step.id`;
  return rows.map((row) => ({ ...row }));
}

/** Finds a step, also one that was removed. */
export async function findStep(
  sql: Queryable,
  { portfolioId, id }: StepKey,
): Promise<DunningStep | null> {
  const [row] = await sql<DunningStep[]>`
    ${selectSteps(sql)} where step.portfolio_id = ${portfolioId} and step.id = ${id}`;
  return row ? { ...row } : null;
}

/** Locks a step until the transaction ends; returns null if it was removed. */
export async function lockStep(
  transaction: Transaction,
  { portfolioId, id }: StepKey,
): Promise<{ readonly version: number } | null> {
  const [row] = await transaction<{ version: number }[]>`
    select version from dunning_steps
    where portfolio_id = ${portfolioId} and id = ${id} and removed_at is null for update`;
  return row ? { ...row } : null;
}

type Written = StepKey & StepRules & { readonly by: string; readonly at: string };

/** Inserts a step; returns whether its id is new. */
export async function insertStep(
  transaction: Transaction,
  { portfolioId, id, ...step }: Written,
): Promise<boolean> {
  const rows = await transaction`
    insert into dunning_steps ${transaction({ portfolio_id: portfolioId, id, ...columnsOf(step) })}
    on conflict (portfolio_id, id) do nothing returning id`;
  return rows.length > 0;
}

export async function updateStep(
  transaction: Transaction,
  { portfolioId, id, ...step }: Written,
): Promise<void> {
  await transaction`
    update dunning_steps set ${transaction(columnsOf(step))}, version = version + 1
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

function columnsOf(step: Omit<Written, 'portfolioId' | 'id'>) {
  return {
    template_id: step.templateId,
    from_days_late: step.fromDaysLate,
    until_days_late: step.untilDaysLate,
    every_days: step.everyDays,
    working_days_only: step.workingDaysOnly,
    spares_promises: step.sparesPromises,
    releases_itself: step.releasesItself,
    changed_by: step.by,
    changed_at: step.at,
  };
}

export async function markStepRemoved(
  transaction: Transaction,
  { portfolioId, id, by, at }: StepKey & { readonly by: string; readonly at: string },
): Promise<void> {
  await transaction`
    update dunning_steps set removed_at = ${at}, changed_by = ${by}, changed_at = ${at},
      version = version + 1
    where portfolio_id = ${portfolioId} and id = ${id}`;
}

/** A step whose messages for today have not been proposed. */
export type DueStep = {
  readonly portfolioId: string;
  readonly stepId: string;
  readonly today: string;
};

/**
 * Lists the steps that are not yet proposed today and whose portfolio has closed the previous day.
 */
export function listDueSteps(sql: Queryable, now: string): Promise<DueStep[]> {
  return sql<DueStep[]>`
    select step.portfolio_id, step.id as step_id, today.day as today
    from dunning_steps step
    join portfolios portfolio on portfolio.id = step.portfolio_id
    cross join lateral (
      select (${now}::timestamptz at time zone portfolio.time_zone)::date as day
    ) today
    where portfolio.removed_at is null and step.removed_at is null
      and step.proposed_on is distinct from today.day
      and exists (select from end_of_day_runs run where run.portfolio_id = portfolio.id
        and run.day = today.day - 1 and run.ended_at is not null)
    order by step.portfolio_id, step.from_days_late, step.id`;
}

/** Claims today's proposal of a step; false if another process has it or the step was removed. */
export async function claimProposal(
  transaction: Transaction,
  { portfolioId, stepId, today }: DueStep,
): Promise<boolean> {
  const rows = await transaction`
    update dunning_steps set proposed_on = ${today}
    where portfolio_id = ${portfolioId} and id = ${stepId} and removed_at is null
      and proposed_on is distinct from ${today}::date
    returning id`;
  return rows.length > 0;
}
