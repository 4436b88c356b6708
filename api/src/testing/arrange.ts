import type { ProductTerms } from '@bursar/contracts/servicing/product-terms';
import { hash } from '@node-rs/argon2';
import { annualRate, buildSchedule, calendarDate, minorUnits } from '@bursar/loan-maths';
import { BOOKED_STATES, type LoanState } from '@bursar/loan-maths/lifecycle';
import type { ApprovalRuleKind } from '@bursar/contracts/access/approvals';
import { uuidv7 } from 'uuidv7';
import type { Database } from '../platform/database.ts';

export const testPassword = 'Bursar#2026';

/**
 * Hash of the test password at the lowest cost, which keeps tests fast. Sign-in accepts it, because
 * a hash contains its own cost.
 */
export const testPasswordHash = hash(testPassword, {
  memoryCost: 8,
  timeCost: 1,
  parallelism: 1,
});

export type TestPortfolio = {
  readonly id: string;
  readonly productId: string;
  readonly manager: TestAccount;
  readonly team: TestTeam;
  readonly otherTeam: TestTeam;
};

export type TestAccount = { readonly id: string; readonly email: string };

export type TestTeam = {
  readonly id: string;
  readonly desk: TestAccount;
  readonly agent: TestAccount;
  readonly otherAgent: TestAccount;
};

/**
 * Creates a portfolio with a manager and two teams of a desk and two agents, without limits for
 * promises. `tag` distinguishes several portfolios. `isOld` is for the schema of earlier
 * migrations, which have no such limits.
 */
export async function arrangePortfolio(
  owner: Database,
  tag = 'one',
  { isOld = false }: { readonly isOld?: boolean } = {},
): Promise<TestPortfolio> {
  const id = uuidv7();
  const productId = uuidv7();
  const unlimited = {
    promise_days_ahead: null,
    promise_share_percent: null,
    promise_broken_most: null,
  };
  const portfolio = { id, name: `Portfolio ${tag}`, currency: 'USD', time_zone: 'UTC' };
  await owner`
    insert into portfolios ${owner({ ...portfolio, ...(isOld ? {} : unlimited) })}`;
  await owner`
    insert into products (portfolio_id, id, name) values (${id}, ${productId}, 'Instalment loan')`;
  const passwordHash = await testPasswordHash;
  const account = async (role: string, name: string, teamId: string | null) => {
    const person = { id: uuidv7(), email: `${name}.${tag}@bursar.example` };
    await owner`
      insert into accounts (id, portfolio_id, team_id, role, email, name, password_hash)
      values (${person.id}, ${id}, ${teamId}, ${role}, ${person.email}, ${`${name} ${tag}`},
        ${passwordHash})`;
    return person;
  };
  const team = async (name: string): Promise<TestTeam> => {
    const teamId = uuidv7();
    await owner`insert into teams (portfolio_id, id, name) values (${id}, ${teamId}, ${name})`;
    return {
      id: teamId,
      desk: await account('team', `${name}-desk`, teamId),
      agent: await account('agent', `${name}-agent`, teamId),
      otherAgent: await account('agent', `${name}-other-agent`, teamId),
    };
  };
  const manager = await account('user', 'manager', null);
  return { id, productId, manager, team: await team('delta'), otherTeam: await team('cedar') };
}

/** Creates a second manager, who approves what the first one submits. */
export async function arrangeDeputy(
  owner: Database,
  portfolio: Pick<TestPortfolio, 'id' | 'manager'>,
): Promise<TestAccount> {
  const deputy = { id: uuidv7(), email: `deputy.${portfolio.manager.email}` };
  await owner`
    insert into accounts (id, portfolio_id, role, email, name, password_hash)
    values (${deputy.id}, ${portfolio.id}, 'user', ${deputy.email}, 'Deputy', ${await testPasswordHash})`;
  return deputy;
}

/** Sets whether a kind of command needs approval, and from how many loans. */
export async function arrangeApprovalRule(
  owner: Database,
  portfolio: Pick<TestPortfolio, 'id' | 'manager'>,
  rule: { kind: ApprovalRuleKind; required: boolean; limitLoans?: number },
): Promise<void> {
  await owner`
    insert into approval_rules (portfolio_id, kind, required, limit_loans, changed_by, changed_at)
    values (${portfolio.id}, ${rule.kind}, ${rule.required}, ${rule.limitLoans ?? null},
      ${portfolio.manager.id}, now())`;
}

export async function arrangeAdmin(
  owner: Database,
  email = 'admin@bursar.example',
): Promise<TestAccount> {
  const admin = { id: uuidv7(), email };
  await owner`
    insert into accounts (id, role, email, name, password_hash)
    values (${admin.id}, 'admin', ${admin.email}, 'Admin', ${await testPasswordHash})`;
  return admin;
}

export type TestLoan = {
  readonly id: string;
  readonly number: number;
  readonly borrowerId: string;
};

export type LoanWishes = {
  readonly principalMinor?: number;
  readonly disbursedOn?: string;
  readonly instalmentCount?: number;
  readonly ratePercent?: string;
  readonly status?: LoanState;
  readonly teamId?: string | null;
  readonly agentId?: string | null;
  readonly borrowerName?: string | null;
  /** The id of an existing borrower. */
  readonly borrowerId?: string;
};

/**
 * Creates an active loan with its schedule and no payments: 1,200.00 at 12 % over 12 months from 1
 * May 2026. A loan that is not disbursed has no instalments.
 */
export async function arrangeLoan(
  owner: Database,
  portfolio: Pick<TestPortfolio, 'id' | 'productId'>,
  wishes: LoanWishes = {},
): Promise<TestLoan> {
  const principalMinor = wishes.principalMinor ?? 120_000;
  const disbursedOn = calendarDate(wishes.disbursedOn ?? '2026-05-01');
  const instalmentCount = wishes.instalmentCount ?? 12;
  const ratePercent = wishes.ratePercent ?? '12';
  const schedule = buildSchedule({
    principalMinor: minorUnits(principalMinor, 'USD'),
    annualRate: annualRate(ratePercent),
    instalmentCount,
    interval: { every: 1, unit: 'months' },
    disbursementDate: disbursedOn,
    instalmentRounding: 'up',
  });
  if (!schedule.ok) throw new Error(schedule.failure.message);
  const { rows, instalmentMinor } = schedule.value;
  const [first] = rows;
  if (!first) throw new Error('a schedule has rows');
  const [numbered] = await owner<{ number: number }[]>`
    update portfolios set last_loan_number = last_loan_number + 1 where id = ${portfolio.id}
    returning last_loan_number as number`;
  const number = numbered?.number ?? 0;
  const borrowerId = wishes.borrowerId ?? uuidv7();
  const loan = { id: uuidv7(), number, borrowerId };
  const status = wishes.status ?? 'active';
  const isBooked = BOOKED_STATES.some((booked) => booked === status);
  if (wishes.borrowerId === undefined) {
    await owner`
      insert into borrowers (portfolio_id, id, external_id, name)
      values (${portfolio.id}, ${borrowerId}, ${`B${number}`}, ${wishes.borrowerName ?? `Borrower ${number}`})`;
  }
  await owner`
    insert into loans (portfolio_id, id, reference_number, borrower_id, product_id, purpose, currency,
      principal_minor, annual_rate_percent, instalment_count, frequency_unit, frequency_every,
      schedule_method, day_count, instalment_rounding, instalment_minor, disbursed_on, first_due_on,
      external_id, created_at)
    values (${portfolio.id}, ${loan.id}, ${number}, ${borrowerId}, ${portfolio.productId}, 'car',
      'USD', ${principalMinor}, ${ratePercent}, ${instalmentCount}, 'months', 1,
      'equal_instalments', '30/360', 'up', ${instalmentMinor}, ${disbursedOn}, ${first.dueDate},
      ${`X${number}`}, now())`;
  await owner`
    insert into loan_state (portfolio_id, loan_id, status, team_id, agent_id,
      outstanding_principal_minor, oldest_unpaid_due_on, oldest_unpaid_minor)
    values (${portfolio.id}, ${loan.id}, ${status}, ${wishes.teamId ?? null},
      ${wishes.agentId ?? null}, ${status === 'active' ? principalMinor : 0},
      ${isBooked ? first.dueDate : null}, ${isBooked ? first.totalMinor : 0})`;
  if (!isBooked) return loan;
  const instalments = rows.map((row) => ({
    portfolio_id: portfolio.id,
    loan_id: loan.id,
    number: row.number,
    due_on: row.dueDate,
    principal_minor: row.principalMinor,
    interest_minor: row.interestMinor,
  }));
  await owner`insert into instalments ${owner(instalments)}`;
  return loan;
}

/** Adds a preferred phone number to the loan's borrower. */
export async function arrangePhone(owner: Database, loanId: string, value: string): Promise<void> {
  await owner`
    insert into borrower_contacts (portfolio_id, borrower_id, id, kind, label, value, is_preferred)
    select portfolio_id, borrower_id, ${uuidv7()}, 'phone', 'mobile', ${value}, true
    from loans where id = ${loanId}`;
}

/**
 * Returns product terms as the product form proposes them: 5,000 to 50,000 over 6 to 60 months at
 * 12 % a year.
 */
export function productTermsOf(changes: Partial<ProductTerms> = {}): ProductTerms {
  return {
    scheduleMethod: 'equal_instalments',
    dayCount: '30/360',
    frequencyUnit: 'months',
    frequencyEvery: 1,
    instalmentCount: 24,
    instalmentCountMin: 6,
    instalmentCountMax: 60,
    principalMinMinor: 500_000,
    principalMaxMinor: 5_000_000,
    annualRatePercent: '12',
    annualRateMinPercent: '6.5',
    annualRateMaxPercent: '24',
    instalmentRounding: 'half_even',
    instalmentMultipleMinor: 1,
    gracePrincipal: 0,
    graceInterest: 0,
    disbursementFee: { kind: 'percent', percent: '1.5' },
    instalmentFee: null,
    penalty: { kind: 'percent', percent: '18', graceDays: 5, capMinor: 10_000 },
    allocationOrder: 'penalties_fees_interest_principal',
    dayOffRule: 'as_is',
    ...changes,
  };
}
