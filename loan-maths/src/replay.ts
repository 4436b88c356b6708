import type { AllocatedPart, AllocationRule, InstalmentCharge } from './allocation.ts';
import { brandTally, DEFAULT_RULE, prepaysPrincipal } from './allocation.ts';
import type { CalendarDate } from './calendar.ts';
import type {
  LoanEvent,
  LoanStatus,
  LoanToReplay,
  PaymentEvent,
  ReplayedEvent,
  ReplayedInstalment,
  ReplayedLoan,
} from './loan-events.ts';
import { brandMinor } from './money.ts';
import type { Outcome } from './outcome.ts';
import { refuse, succeed } from './outcome.ts';
import { sumAllocations } from './allocated-amounts.ts';
import { prepayRunning } from './replay-prepayment.ts';
import { settleRunning } from './replay-settlement.ts';
import type { ReplayableEvent } from './replay-order.ts';
import { orderEvents } from './replay-order.ts';
import type { Movement, RunningInstalment } from './replay-state.ts';
import {
  applyCharge,
  applyPayment,
  applyWaiver,
  isSettled,
  zeroAllocation,
  startInstalments,
} from './replay-state.ts';

/**
 * Replays a loan's events and returns its instalments, its balances and the allocation of each
 * event.
 *
 * The result is deterministic: the same events in the same order of entry give the same result,
 * whether they are replayed at once or one more at a time. A backdated event or a reversal changes
 * the allocations of later events, never the events.
 *
 * @returns `loan_is_not_disbursed` or `loan_is_already_disbursed`, `event_not_found` for a reversal
 * of an unknown or reversed event, `event_is_repeated`, `amount_is_not_positive`, `terms_conflict`
 * if the rows do not repay the disbursed amount, each with a field such as `events[3].amountMinor`;
 * `term_is_missing` if new rows need the terms, and the refusals of `buildSchedule` for new rows.
 * @example Disburse 500.00, pay 125.00 on each of four due dates: status `closed`, nothing
 * outstanding.
 */
export function replayLoan<Currency extends string>(
  loan: LoanToReplay<Currency>,
  events: readonly LoanEvent<NoInfer<Currency>>[],
): Outcome<ReplayedLoan<Currency>> {
  const refusal = refuseEvents(events);
  if (refusal) return refusal;
  const ordered = orderEvents(events);
  if (!ordered.ok) return ordered;
  const run: Run<Currency> = {
    loan,
    rule: loan.rule ?? DEFAULT_RULE,
    instalments: startInstalments(loan, disbursementDateOf(loan, events)),
    replayed: [],
    balance: 0,
    credit: 0,
    interestAhead: 0,
  };
  for (const { event, isReversed } of ordered.value) {
    const failed = isReversed
      ? recordEvent(run, event, emptyMovement(), { isReversed })
      : replayEvent(run, event);
    if (failed) return failed;
  }
  return succeed(replayedLoanOf(run));
}

type Run<Currency extends string> = {
  readonly loan: LoanToReplay<Currency>;
  readonly rule: AllocationRule;
  readonly instalments: RunningInstalment[];
  readonly replayed: ReplayedEvent<Currency>[];
  /** Principal owed. */
  balance: number;
  credit: number;
  /** Upper limit of the interest that was paid before it was due. */
  interestAhead: number;
};

type Refused = Outcome<never> | undefined;

/**
 * Returns the disbursement date. A loan without a disbursement accrues no interest, so its first
 * due date serves as well.
 */
function disbursementDateOf(
  { rows }: LoanToReplay,
  events: readonly LoanEvent[],
): CalendarDate | undefined {
  const disbursement = events.find((event) => event.kind === 'disbursement');
  return disbursement?.date ?? rows[0]?.dueDate;
}

function refuseEvents(events: readonly LoanEvent[]): Refused {
  const disbursed = events.findIndex((event) => event.kind === 'disbursement');
  for (const [index, event] of events.entries()) {
    const field = `events[${index}]`;
    if (event.kind === 'disbursement' && index !== disbursed) {
      return refuse('loan_is_already_disbursed', field, 'A loan is disbursed once.');
    }
    if (index < disbursed || disbursed < 0) {
      return refuse(
        'loan_is_not_disbursed',
        field,
        'A loan has no events before its disbursement.',
      );
    }
    if (event.kind === 'reversal') continue;
    if (!Number.isSafeInteger(event.amountMinor) || event.amountMinor <= 0) {
      return refuse(
        'amount_is_not_positive',
        `${field}.amountMinor`,
        'The amount of an event is positive.',
      );
    }
  }
  return undefined;
}

function replayEvent<Currency extends string>(run: Run<Currency>, event: ReplayableEvent): Refused {
  switch (event.kind) {
    case 'disbursement':
      return disburse(run, event);
    case 'payment':
      return pay(run, event);
    case 'charge':
      return recordEvent(run, event, applyCharge(run.instalments, event));
    case 'waiver':
      return recordEvent(run, event, applyWaiver(run.instalments, event));
  }
}

function disburse<Currency extends string>(
  run: Run<Currency>,
  event: Extract<ReplayableEvent, { kind: 'disbursement' }>,
): Refused {
  const { principalMinor } = sumAllocations(run.instalments.map(({ due }) => due));
  if (principalMinor !== event.amountMinor) {
    return refuse(
      'terms_conflict',
      'events[0].amountMinor',
      `The schedule repays ${principalMinor} minor units, not the ${event.amountMinor} disbursed.`,
    );
  }
  const paid = sumAllocations(run.instalments.map((instalment) => instalment.paid));
  run.balance = principalMinor - paid.principalMinor;
  run.interestAhead = paid.interestMinor;
  return recordEvent(run, event, emptyMovement());
}

function pay<Currency extends string>(run: Run<Currency>, event: PaymentEvent): Refused {
  const settlement = settle(run, event);
  if (settlement) return recordPayment(run, event, { movement: settlement, prepaid: 0 });
  const rule = event.overpaymentTreatment
    ? { ...run.rule, overpaymentTreatment: event.overpaymentTreatment }
    : run.rule;
  const movement = applyPayment(run.instalments, {
    amount: event.amountMinor,
    date: event.date,
    rule,
  });
  if (!prepaysPrincipal(rule) || movement.rest === 0)
    return recordPayment(run, event, { movement, prepaid: 0 });
  const { terms } = run.loan;
  if (!terms) {
    return refuse('term_is_missing', 'terms', 'A new schedule needs the terms of the loan.');
  }
  const prepaid = prepayRunning(run.instalments, {
    terms,
    date: event.date,
    amount: movement.rest,
    keeps: rule.overpaymentTreatment === 'shorter_term' ? 'instalment' : 'count',
  });
  if (!prepaid.ok) return prepaid;
  movement.rest -= prepaid.value;
  // If no principal is left, the rest pays the interest accrued so far.
  const ahead = { ...rule, overpaymentTreatment: 'next_instalments' } as const;
  applyPayment(run.instalments, { amount: movement.rest, date: event.date, rule: ahead, movement });
  return recordPayment(run, event, { movement, prepaid: prepaid.value });
}

/**
 * Settles the loan if the payment covers its payoff; undefined otherwise. Most payments are below
 * the principal less interest paid ahead and cannot settle it, so the payoff is not calculated for
 * them.
 */
function settle<Currency extends string>(
  run: Run<Currency>,
  { amountMinor, date, interestUntil = run.loan.interestUntil }: PaymentEvent,
): Movement | undefined {
  if (amountMinor < run.balance - run.interestAhead) return undefined;
  return settleRunning(run.instalments, { date, amount: amountMinor, interestUntil });
}

function recordPayment<Currency extends string>(
  run: Run<Currency>,
  event: PaymentEvent,
  { movement, prepaid }: { movement: Movement; prepaid: number },
): undefined {
  for (const [{ dueDate }, { interestMinor }] of movement.parts) {
    if (dueDate > event.date) run.interestAhead += interestMinor;
  }
  run.balance -= movement.totals.principalMinor + prepaid;
  run.credit += movement.rest;
  return recordEvent(run, event, movement, { prepaid });
}

function recordEvent<Currency extends string>(
  run: Run<Currency>,
  event: ReplayableEvent,
  movement: Movement,
  details: { readonly prepaid?: number; readonly isReversed?: boolean } = {},
): undefined {
  run.replayed.push({
    id: event.id,
    kind: event.kind,
    date: event.kind === 'charge' ? event.dueDate : event.date,
    amountMinor: brandMinor(event.amountMinor),
    allocation: brandTally(movement.totals),
    parts: allocatedPartsOf(movement),
    prepaidPrincipalMinor: brandMinor(details.prepaid ?? 0),
    restMinor: brandMinor(movement.rest),
    balanceMinor: brandMinor(run.balance),
    isReversed: details.isReversed ?? false,
  });
}

function allocatedPartsOf<Currency extends string>({ parts }: Movement): AllocatedPart<Currency>[] {
  return [...parts]
    .map(([{ number, dueDate }, part]) => ({
      instalmentNumber: number,
      dueDate,
      ...brandTally<Currency>(part),
    }))
    .toSorted((left, right) => left.instalmentNumber - right.instalmentNumber);
}

function emptyMovement(): Movement {
  return { totals: zeroAllocation(), parts: new Map(), rest: 0 };
}

function replayedLoanOf<Currency extends string>(run: Run<Currency>): ReplayedLoan<Currency> {
  const instalments = run.instalments.map(replayedInstalmentOf<Currency>);
  const totals = sumAllocations(run.instalments.map(({ open }) => open));
  return {
    status: statusOf(run),
    instalments,
    events: run.replayed,
    outstanding: brandTally(run.replayed.length === 0 ? zeroAllocation() : totals),
    creditMinor: brandMinor(run.credit),
  };
}

function replayedInstalmentOf<Currency extends string>(
  instalment: RunningInstalment,
): ReplayedInstalment<Currency> {
  const { number, kind, dueDate, inAdvance, late, paidDate } = instalment;
  return {
    number,
    kind,
    dueDate,
    due: brandTally(instalment.due),
    paid: brandTally(instalment.paid),
    waived: brandTally(instalment.waived),
    outstanding: brandTally(instalment.open),
    charges: instalmentChargesOf(instalment),
    accrual: instalment.accrual,
    inAdvanceMinor: brandMinor(inAdvance),
    lateMinor: brandMinor(late),
    ...(paidDate === undefined ? {} : { paidDate }),
  };
}

function instalmentChargesOf<Currency extends string>({
  charges,
}: RunningInstalment): readonly InstalmentCharge<Currency>[] {
  if (charges.length === 0) return [];
  return charges.map((charge) => ({ ...charge, amountMinor: brandMinor(charge.amountMinor) }));
}

function statusOf<Currency extends string>(run: Run<Currency>): LoanStatus {
  if (run.replayed.length === 0) return 'approved';
  if (!run.instalments.every(isSettled)) return 'active';
  return run.credit > 0 ? 'overpaid' : 'closed';
}
