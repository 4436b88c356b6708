import { addMonths, calendarDate, dateParts, type CalendarDate } from '@bursar/loan-maths/calendar';
import { formatUnits, minorUnits } from '@bursar/loan-maths/money';
import { annualRate } from '@bursar/loan-maths/rate';
import { buildSchedule, type Schedule } from '@bursar/loan-maths/schedule';
import { seededRandom, type Random } from './random.ts';

export type TapeOptions = {
  /** At least 10, because the special rows of a real tape are among the first. */
  readonly rows: number;
  readonly seed?: number;
  /** The first day of a month; loans start in this month and the `months - 1` following ones. */
  readonly firstMonth?: string;
  readonly months?: number;
  /** A prefix of each id, so that two tapes in one test have different loans. */
  readonly idPrefix?: string;
  /**
   * The day of the balances. Most open loans have paid everything due by this day, and one in
   * sixteen is one to four instalments late. Without this day, each open loan has paid up to eleven
   * instalments.
   */
  readonly balancesOn?: CalendarDate;
};

/** Positions, from 1, at which a generated tape has the special rows of the real one. */
export const specialRows = {
  modifiedInstalment: 3,
  noisyLateFee: 5,
  chargedOff: [7, 9],
} as const;

const header =
  'loan_id,emp_title,emp_length,state,homeownership,annual_income,verified_income,' +
  'debt_to_income,loan_purpose,application_type,loan_amount,term,interest_rate,installment,grade,' +
  'sub_grade,issue_month,loan_status,disbursement_method,balance,paid_total,paid_principal,' +
  'paid_interest,paid_late_fees';

/**
 * Generates a loan tape with the columns of the public LendingClub tape of 2018; a seed gives the
 * same lines on every machine. Like the real one it has a modified instalment, floating-point noise
 * in a late fee and in totals, written-off loans, NA for empty cells, and quoted text.
 */
export function* generateTapeLines(options: TapeOptions): Generator<string> {
  const random = seededRandom(options.seed ?? 2018);
  yield header;
  for (let position = 1; position <= options.rows; position += 1) {
    yield tapeLine(random, position, options);
  }
}

export function generateTape(options: TapeOptions): string {
  return `${[...generateTapeLines(options)].join('\n')}\n`;
}

function tapeLine(random: Random, position: number, options: TapeOptions): string {
  const { firstMonth = '2018-01-01', months = 3, idPrefix = '' } = options;
  const disbursedOn = addMonths(calendarDate(firstMonth), random.between(0, months - 1));
  const terms = {
    principalMinor: random.between(40, 1600) * 2500,
    rate: random.pick(rates),
    instalmentCount: random.pick([36, 36, 60]),
    disbursedOn,
  };
  const schedule = scheduleOf(terms);
  const isModified = position === specialRows.modifiedInstalment;
  const instalmentMinor = schedule.instalmentMinor + (isModified ? 321 : 0);
  const { balancesOn } = options;
  const dueCount =
    balancesOn && schedule.rows.filter(({ dueDate }) => dueDate <= balancesOn).length;
  const balances = balancesOf(random, { position, schedule, dueCount });
  const grade = random.pick(['A', 'B', 'C', 'D']);
  return [
    `${idPrefix}${position * 2 - 1}`,
    ...borrowerCells(random),
    plain(terms.principalMinor),
    String(terms.instalmentCount),
    terms.rate,
    plain(instalmentMinor),
    grade,
    `${grade}${random.between(1, 5)}`,
    monthOf(disbursedOn),
    balances.status,
    random.pick(['Cash', 'Cash', 'DirectPay']),
    plain(balances.balanceMinor),
    balances.paidTotal,
    plain(balances.principalPaidMinor),
    plain(balances.interestPaidMinor),
    balances.lateFees,
  ].join(',');
}

function borrowerCells(random: Random): readonly string[] {
  return [
    random.pick(employments),
    random.pick(['NA', '1', '3', '10']),
    random.pick(['CA', 'TX', 'NY', 'NJ', 'WI']),
    random.pick(['MORTGAGE', 'RENT', 'OWN']),
    random.pick(['1e+05', '90000', '40000', '62500.5']),
    random.pick(['Verified', 'Source Verified', 'Not Verified']),
    random.pick(['NA', '18.01', '21.15', '0']),
    random.pick(['debt_consolidation', 'credit_card', 'other', 'moving']),
    random.pick(['individual', 'individual', 'joint']),
  ];
}

function scheduleOf(terms: {
  principalMinor: number;
  rate: string;
  instalmentCount: number;
  disbursedOn: CalendarDate;
}): Schedule {
  const built = buildSchedule({
    principalMinor: minorUnits(terms.principalMinor, 'USD'),
    annualRate: annualRate(terms.rate),
    instalmentCount: terms.instalmentCount,
    interval: { every: 1, unit: 'months' },
    disbursementDate: terms.disbursedOn,
    instalmentRounding: 'up',
  });
  if (!built.ok) throw new Error(built.failure.message);
  return built.value;
}

function monthOf(day: CalendarDate): string {
  const { year, month } = dateParts(day);
  return `${monthNames[month - 1]}-${year}`;
}

const rates = ['5.32', '9.93', '11.99', '14.07', '17.09', '20', '24.85'];
const employments = [
  '',
  'owner',
  'teacher ',
  '"driver, local"',
  '"the ""boss"""',
  'registered nurse',
];
const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

type TapeBalances = {
  readonly status: string;
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
  readonly balanceMinor: number;
  readonly lateFees: string;
  readonly paidTotal: string;
};

type Balanced = {
  readonly position: number;
  readonly schedule: Schedule;
  /** The number of instalments due by the day of the balances; undefined without a day. */
  readonly dueCount: number | undefined;
};

function balancesOf(random: Random, { position, schedule, dueCount }: Balanced): TapeBalances {
  const { rows, totals } = schedule;
  const isChargedOff = specialRows.chargedOff.some((row) => row === position);
  if (isChargedOff)
    return makeBalances({ status: 'Charged Off', principal: 0, interest: 0, balance: 0 });
  if (random.chance(0.05)) {
    // Paid off early: only the interest of the first months, and a total with floating-point noise.
    const interest = rows
      .slice(0, random.between(1, 6))
      .reduce((sum, row) => sum + row.interestMinor, 0);
    const paid = { principal: totals.principalMinor, interest, balance: 0 };
    const noise = String(random.between(1, 4_999_999)).padStart(9, '0');
    const noisy = `${plainWithDecimals(paid.principal + interest)}${noise.slice(2)}`;
    return { ...makeBalances({ status: 'Fully Paid', ...paid }), paidTotal: noisy };
  }
  const settled = rows.slice(0, paidCount(random, dueCount));
  const principal = settled.reduce((sum, row) => sum + row.principalMinor, 0);
  // The first period is usually not a whole month.
  const odd = settled.length === 0 ? 0 : random.between(0, 2000);
  const interest = settled.reduce((sum, row) => sum + row.interestMinor, 0) + odd;
  const lateFees =
    position === specialRows.noisyLateFee ? '21.100000028' : random.pick(lateFeeChoices);
  const status = random.pick(openStatuses);
  const balance = totals.principalMinor - principal;
  return makeBalances({ status, principal, interest, balance, lateFees });
}

function paidCount(random: Random, dueCount: number | undefined): number {
  if (dueCount === undefined) return random.between(0, 11);
  const late = random.chance(1 / 16) ? random.between(1, 4) : 0;
  return Math.max(0, dueCount - late);
}

const lateFeeChoices = ['0', '0', '0', '0', '0', '0', '0', '0', '0', '15'];
const openStatuses = [
  ...Array.from({ length: 40 }, () => 'Current'),
  'In Grace Period',
  'Late (16-30 days)',
  'Late (31-120 days)',
];

function makeBalances(about: {
  status: string;
  principal: number;
  interest: number;
  balance: number;
  lateFees?: string;
}): TapeBalances {
  const { status, principal, interest, balance, lateFees = '0' } = about;
  const feeMinor = Math.round(Number(lateFees) * 100);
  return {
    status,
    principalPaidMinor: principal,
    interestPaidMinor: interest,
    balanceMinor: balance,
    lateFees,
    paidTotal: plain(principal + interest + feeMinor),
  };
}

/** Writes an amount as the tape does, without trailing zeros. */
function plain(amountMinor: number): string {
  return String(amountMinor / 100);
}

function plainWithDecimals(amountMinor: number): string {
  return formatUnits(amountMinor, 2);
}
