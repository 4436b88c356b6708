/** Principal and interest of a scheduled instalment, in minor units. */
export type ScheduledParts = { readonly principalMinor: number; readonly interestMinor: number };

/** An instalment at boarding: the amounts due and paid. */
export type BoardedInstalment = {
  principalMinor: number;
  interestMinor: number;
  principalPaidMinor: number;
  interestPaidMinor: number;
};

/** The amounts paid so far according to the former servicer, in minor units. */
export type PaidToDate = {
  readonly principalPaidMinor: number;
  readonly interestPaidMinor: number;
};

/**
 * Settles the past instalments of a loan that is boarded with balances but without its payments.
 *
 * Instalments are settled in full while their principal adds up to at most the principal paid; the
 * remaining principal pays part of the next one, whose interest counts as paid first. The paid
 * amounts then sum to exactly the figures of the tape. Interest beyond the contract belongs to a
 * long first period and is added to instalment 1. Missing interest belongs to a short first period
 * and is taken off instalment 1; if the interest of instalment 1 is less than what is missing, the
 * borrower paid ahead and the interest never accrued, so it is taken off the settled instalments
 * from the latest back. All amounts are minor units of one currency.
 *
 * @throws RangeError if more principal was paid than was scheduled; validate the tape first.
 * @example Three instalments of 100 with interest 30, 20 and 10, of which 100 and 34 were paid:
 * instalment 1 is settled with interest 34.
 */
export function settleBoardedInstalments(
  scheduled: readonly ScheduledParts[],
  paid: PaidToDate,
): BoardedInstalment[] {
  const instalments = scheduled.map(openInstalment);
  const { settled, restMinor } = settlePrincipal(instalments, paid.principalPaidMinor);
  const contractual = sumOfInterest(settled);
  const next = instalments[settled.length];
  const first = instalments[0];
  let excess = paid.interestPaidMinor - contractual;
  if (excess > 0 && next && (restMinor > 0 || settled.length === 0)) {
    next.interestPaidMinor = Math.min(excess, next.interestMinor);
    excess -= next.interestPaidMinor;
  }
  if (excess > 0 && first) {
    first.interestMinor += excess;
    first.interestPaidMinor += excess;
  }
  if (excess < 0) releaseInterest(settled, -excess);
  return instalments;
}

function openInstalment({ principalMinor, interestMinor }: ScheduledParts): BoardedInstalment {
  return { principalMinor, interestMinor, principalPaidMinor: 0, interestPaidMinor: 0 };
}

function settlePrincipal(
  instalments: readonly BoardedInstalment[],
  principalPaidMinor: number,
): { settled: readonly BoardedInstalment[]; restMinor: number } {
  const { settled: count, restMinor } = settledBy(instalments, principalPaidMinor);
  for (const instalment of instalments.slice(0, count)) {
    instalment.principalPaidMinor = instalment.principalMinor;
    instalment.interestPaidMinor = instalment.interestMinor;
  }
  const next = instalments[count];
  if (restMinor > (next?.principalMinor ?? 0)) {
    throw new RangeError('More principal was paid than was scheduled.');
  }
  if (next) next.principalPaidMinor = restMinor;
  return { settled: instalments.slice(0, count), restMinor };
}

function sumOfInterest(instalments: readonly BoardedInstalment[]): number {
  return instalments.reduce((sum, { interestMinor }) => sum + interestMinor, 0);
}

function releaseInterest(settled: readonly BoardedInstalment[], shortage: number): void {
  const first = settled[0];
  if (first && first.interestMinor >= shortage) return chargeLess(first, shortage);
  let left = shortage;
  for (const instalment of settled.toReversed()) {
    const released = Math.min(left, instalment.interestMinor);
    chargeLess(instalment, released);
    left -= released;
  }
}

function chargeLess(instalment: BoardedInstalment, byMinor: number): void {
  instalment.interestMinor -= byMinor;
  instalment.interestPaidMinor -= byMinor;
}

/**
 * Returns the instalments with the newer paid amounts of the former servicer.
 *
 * As at boarding, instalments are settled in full as far as the principal reaches; amounts already
 * paid stay paid. Additional interest is added to the oldest open instalment. Missing interest is
 * taken off that instalment if the new figures settle it and it has enough unpaid interest;
 * otherwise off the unpaid interest of the settled instalments, latest first, because the borrower
 * paid ahead and the interest never accrued. All amounts are minor units.
 *
 * @returns null if the figures would reduce a paid amount, or change the interest of a loan without
 * open instalments.
 * @example Two open instalments of 100 with interest 20 and 10, of which 100 and 17 were paid: the
 * first is settled with interest 17.
 */
export function takeNewerFigures(
  instalments: readonly Readonly<BoardedInstalment>[],
  paid: PaidToDate,
): readonly BoardedInstalment[] | null {
  const charged = chargeInterestAsPaid(instalments, paid);
  if (charged === null) return null;
  const { settled, restMinor } = settledBy(instalments, paid.principalPaidMinor);
  const interest = charged.slice(0, settled).reduce((sum, one) => sum + one, 0);
  const after = instalments.map(({ principalMinor }, index) => {
    const interestMinor = charged[index] ?? 0;
    const isSettled = index < settled;
    const isNext = index === settled;
    return {
      principalMinor,
      interestMinor,
      principalPaidMinor: isSettled ? principalMinor : isNext ? restMinor : 0,
      interestPaidMinor: isSettled ? interestMinor : isNext ? paid.interestPaidMinor - interest : 0,
    };
  });
  const isRetained = after.every(({ interestMinor, ...now }, index) => {
    const { principalPaidMinor = 0, interestPaidMinor = 0 } = instalments[index] ?? {};
    return (
      now.principalPaidMinor >= principalPaidMinor &&
      now.interestPaidMinor >= interestPaidMinor &&
      now.interestPaidMinor <= interestMinor
    );
  });
  return isRetained ? after : null;
}

/**
 * Returns the interest to charge on each instalment, so that settled instalments were charged
 * exactly what was paid; null if that would reduce a paid amount, or change the interest of a loan
 * without open instalments.
 */
function chargeInterestAsPaid(
  instalments: readonly Readonly<BoardedInstalment>[],
  paid: PaidToDate,
): readonly number[] | null {
  const { settled, restMinor } = settledBy(instalments, paid.principalPaidMinor);
  const next = instalments[settled];
  const charged = instalments.map(({ interestMinor }) => interestMinor);
  let excess = paid.interestPaidMinor - sumOfInterest(instalments.slice(0, settled));
  const oldest = instalments.findIndex(isOpen);
  // If no further instalment is settled, or the next one's principal is partly paid, interest
  // beyond the settled ones pays the interest of the next one.
  if (excess > 0 && next && (restMinor > 0 || settled <= oldest)) {
    excess -= Math.min(excess, next.interestMinor);
  }
  if (excess === 0) return charged;
  if (oldest < 0) return null;
  if (excess > 0) {
    charged[oldest] = (charged[oldest] ?? 0) + excess;
    return charged;
  }
  return chargeLessOf(charged, { instalments, oldest, settled, shortage: -excess });
}

type Shortage = {
  readonly instalments: readonly Readonly<BoardedInstalment>[];
  readonly oldest: number;
  readonly settled: number;
  readonly shortage: number;
};

function chargeLessOf(
  charged: number[],
  { instalments, oldest, settled, shortage }: Shortage,
): readonly number[] | null {
  const unpaid = (index: number) => {
    const instalment = instalments[index];
    return instalment ? instalment.interestMinor - instalment.interestPaidMinor : 0;
  };
  let left = shortage;
  const isOddFirst = oldest < settled && unpaid(oldest) >= shortage;
  const places = isOddFirst ? [oldest] : [...instalments.keys()].slice(0, settled).toReversed();
  for (const index of places) {
    const released = Math.min(left, unpaid(index));
    charged[index] = (charged[index] ?? 0) - released;
    left -= released;
  }
  return left === 0 ? charged : null;
}

function isOpen(instalment: Readonly<BoardedInstalment>): boolean {
  const { principalMinor, interestMinor, principalPaidMinor, interestPaidMinor } = instalment;
  return principalPaidMinor < principalMinor || interestPaidMinor < interestMinor;
}

/**
 * Returns how many instalments, from the first, the paid principal covers in full, and how much of
 * the paid principal is left for the next one.
 */
function settledBy(instalments: readonly ScheduledParts[], principalPaidMinor: number) {
  const total = instalments.reduce((sum, { principalMinor }) => sum + principalMinor, 0);
  let restMinor = principalPaidMinor;
  let settled = 0;
  for (const { principalMinor } of instalments) {
    // An instalment without principal is settled if paid principal remains for later ones, or if
    // all principal is paid.
    const isReached = restMinor > 0 || principalPaidMinor === total;
    if (!isReached || principalMinor > restMinor) break;
    restMinor -= principalMinor;
    settled += 1;
  }
  return { settled, restMinor };
}
