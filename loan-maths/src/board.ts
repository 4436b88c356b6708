/** A scheduled instalment, as `buildSchedule` gives it; only its two parts matter here. */
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
 * Instalments are settled whole while their principal adds up to what was paid; what is left of the principal pays a
 * part of the next, whose interest counts as paid first. The paid parts then sum to exactly what the tape says:
 * interest beyond the contract is an odd first period and joins instalment 1; a shortage is a short first period
 * and leaves instalment 1, or, where that is too small for it, was never accrued by a borrower who paid ahead and
 * leaves the settled instalments from the latest back. All amounts are minor units of one currency.
 *
 * @throws RangeError when more principal was paid than was scheduled: validate the tape first.
 * @example Three of 100 with interest 30, 20, 10; paid 100 and 34: instalment 1 is settled with interest 34.
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
  let beyond = paid.interestPaidMinor - contractual;
  if (beyond > 0 && next && (restMinor > 0 || settled.length === 0)) {
    next.interestPaidMinor = Math.min(beyond, next.interestMinor);
    beyond -= next.interestPaidMinor;
  }
  if (beyond > 0 && first) {
    first.interestMinor += beyond;
    first.interestPaidMinor += beyond;
  }
  if (beyond < 0) releaseInterest(settled, -beyond);
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
    throw new RangeError('More principal was paid than the schedule holds.');
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
 * Returns the instalments after newer figures of the former servicer, with their balance and paid parts.
 *
 * Instalments are settled whole as far as the principal reaches, as when the loan was taken over; what was paid before
 * stays paid. Only what is still open is charged otherwise: more interest joins the oldest open instalment; less leaves
 * it, or, where that is too small for it, the latest settled ones backwards (paid ahead, so it never accrued). All
 * amounts are minor units.
 *
 * @returns null if the figures would require that a paid amount is reduced.
 * @example Two open instalments of 100 with interest 20 and 10; 100 and 17 were paid: the first is settled with 17.
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
 * Returns the interest of each instalment, so that settled instalments were charged what was paid.
 */
function chargeInterestAsPaid(
  instalments: readonly Readonly<BoardedInstalment>[],
  paid: PaidToDate,
): readonly number[] | null {
  const { settled, restMinor } = settledBy(instalments, paid.principalPaidMinor);
  const next = instalments[settled];
  const charged = instalments.map(({ interestMinor }) => interestMinor);
  let beyond = paid.interestPaidMinor - sumOfInterest(instalments.slice(0, settled));
  const oldest = instalments.findIndex(isOpen);
  // If no further instalment is settled, the next one was paid in part.
  if (beyond > 0 && next && (restMinor > 0 || settled <= oldest)) {
    beyond -= Math.min(beyond, next.interestMinor);
  }
  if (beyond === 0) return charged;
  if (oldest < 0) return null;
  if (beyond > 0) {
    charged[oldest] = (charged[oldest] ?? 0) + beyond;
    return charged;
  }
  return chargeLessOf(charged, { instalments, oldest, settled, shortage: -beyond });
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

/** Returns the number of instalments, from the first, that this principal settles in full. */
function settledBy(instalments: readonly ScheduledParts[], principalPaidMinor: number) {
  const total = instalments.reduce((sum, { principalMinor }) => sum + principalMinor, 0);
  let restMinor = principalPaidMinor;
  let settled = 0;
  for (const { principalMinor } of instalments) {
    // An instalment without principal is settled together with the next one that has principal.
    const isReached = restMinor > 0 || principalPaidMinor === total;
    if (!isReached || principalMinor > restMinor) break;
    restMinor -= principalMinor;
    settled += 1;
  }
  return { settled, restMinor };
}
