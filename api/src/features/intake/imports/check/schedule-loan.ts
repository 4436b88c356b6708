import { settleBoardedInstalments, type BoardedInstalment } from '@bursar/loan-maths/board';
import type { CalendarDate } from '@bursar/loan-maths/calendar';
import type { Rounding } from '@bursar/loan-maths/exact';
import { minorUnits } from '@bursar/loan-maths/money';
import { buildSchedule, type Schedule } from '@bursar/loan-maths/schedule';
import type { TapeLoan } from '../read/tape-loan.ts';

export type ScheduledInstalment = BoardedInstalment & { readonly dueOn: CalendarDate };

export type ScheduledLoan =
  | {
      readonly ok: true;
      readonly instalmentMinor: number;
      readonly instalmentRounding: Rounding;
      /** The instalment that follows from the terms, if the contract has a different one. */
      readonly termsGiveMinor: number | null;
      readonly instalments: readonly ScheduledInstalment[];
    }
  | { readonly ok: false; readonly reason: Unschedulable };

/** The finding codes for terms that give no schedule. */
export type Unschedulable = 'instalment_never_repays' | 'amounts_too_large';

type Terms = Pick<
  TapeLoan,
  | 'principalMinor'
  | 'annualRate'
  | 'instalmentCount'
  | 'interval'
  | 'instalmentMinor'
  | 'disbursedOn'
  | 'firstDueOn'
  | 'principalPaidMinor'
  | 'interestPaidMinor'
>;

/** Servicers round differently; the tapes seen so far use the first of these. */
const roundings: readonly [Rounding, ...Rounding[]] = ['up', 'half_up', 'down'];

/**
 * Builds the full schedule of a tape's loan and settles past instalments with what was paid. The
 * contract's instalment applies; if the terms give another, the last instalment absorbs the
 * difference.
 */
export function scheduleLoan(terms: Terms, currency: string): ScheduledLoan {
  const agreed = scheduleByTerms(terms, currency);
  if (agreed) return settle(agreed.schedule, { terms, rounding: agreed.rounding, given: null });
  const [rounding] = roundings;
  const built = build(terms, { currency, rounding, instalmentMinor: terms.instalmentMinor });
  const byTerms = build(terms, { currency, rounding, instalmentMinor: null });
  if (!built.ok) return built;
  if (!byTerms.ok) return byTerms;
  return settle(built.schedule, { terms, rounding, given: byTerms.schedule.instalmentMinor });
}

/** Finds a customary rounding under which the terms give the contract's instalment. */
function scheduleByTerms(
  terms: Terms,
  currency: string,
): { schedule: Schedule; rounding: Rounding } | null {
  for (const rounding of roundings) {
    const built = build(terms, { currency, rounding, instalmentMinor: null });
    if (!built.ok) continue;
    const { schedule } = built;
    const isAgreed =
      schedule.instalmentMinor === (terms.instalmentMinor ?? schedule.instalmentMinor);
    if (isAgreed) return { schedule, rounding };
  }
  return null;
}

type Built =
  | { readonly ok: true; readonly schedule: Schedule }
  | { readonly ok: false; readonly reason: Unschedulable };

function build(
  terms: Terms,
  options: { currency: string; rounding: Rounding; instalmentMinor: number | null },
): Built {
  const { currency, rounding, instalmentMinor } = options;
  const built = buildSchedule({
    principalMinor: minorUnits(terms.principalMinor, currency),
    annualRate: terms.annualRate,
    instalmentCount: terms.instalmentCount,
    interval: terms.interval,
    disbursementDate: terms.disbursedOn,
    firstDueDate: terms.firstDueOn,
    instalmentRounding: rounding,
    ...(instalmentMinor !== null && { instalmentMinor: minorUnits(instalmentMinor, currency) }),
  });
  if (built.ok) return { ok: true, schedule: built.value };
  switch (built.failure.name) {
    case 'instalment_never_repays':
      return { ok: false, reason: 'instalment_never_repays' };
    case 'amount_exceeds_safe_integers':
      return { ok: false, reason: 'amounts_too_large' };
    default:
      // All other failures concern terms that were checked when the row was read.
      throw new Error(`${built.failure.field}: ${built.failure.message}`);
  }
}

function settle(
  { rows, instalmentMinor }: Schedule,
  { terms, rounding, given }: { terms: Terms; rounding: Rounding; given: number | null },
): ScheduledLoan {
  const settled = settleBoardedInstalments(rows, terms);
  const instalments = rows.map((row, index) => {
    const instalment = settled[index];
    if (!instalment) throw new Error('a settled schedule lost an instalment');
    // Written out instead of spread for speed, because a tape has millions of these.
    return {
      dueOn: row.dueDate,
      principalMinor: instalment.principalMinor,
      interestMinor: instalment.interestMinor,
      principalPaidMinor: instalment.principalPaidMinor,
      interestPaidMinor: instalment.interestPaidMinor,
    };
  });
  return {
    ok: true,
    instalmentMinor,
    instalmentRounding: rounding,
    termsGiveMinor: given,
    instalments,
  };
}
