import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import {
  orderedFields,
  tapeAnswers,
  type DateOrders,
  type TapeAnswers,
} from '@bursar/contracts/intake/tape-telling';
import {
  calendarVerdict,
  dateOrders,
  orderVerdict,
  readDateAs,
  readMonthAs,
  type DateEvidence,
  type DateFormat,
  type DateOrder,
  type OrderVerdict,
} from '../../../../platform/table-files/date-format.ts';
import type { DateTally } from '../../../../platform/table-files/date-tally.ts';

import type { ColumnProfiles } from './profile-columns.ts';
import { anyFormat } from './read-date.ts';
import type { RecognisedColumns } from './recognise-columns.ts';

export type DateEvidenceByField = ReadonlyMap<TapeField, DateEvidence>;

/** Columns that a question is about, with their first cells in doubt. */
export type DatesInDoubt = {
  readonly fields: readonly TapeField[];
  readonly cells: DateTally;
  readonly isContradicted: boolean;
};

export type TapeDates = {
  readonly formats: ReadonlyMap<TapeField, DateFormat>;
  /** Columns whose order a user set, for this tape or for the last one. */
  readonly chosen: ReadonlySet<TapeField>;
  /** Whether an order that a user set for the last tape is used. */
  readonly isRecalled: boolean;
  /**
   * Columns whose cells leave the order of day and month open or contradict each other. They stay
   * listed after the user has answered. Null if there are none.
   */
  readonly order: DatesInDoubt | null;
  readonly calendar: DatesInDoubt | null;
};

type OrdersSet = {
  /** The orders that a user set for this tape. */
  readonly chosen: DateOrders;
  /** The orders that a user set for the last tape with this header. */
  readonly recalled: DateOrders;
};

/**
 * Finds how each column writes its dates: from its own cells, then from the other columns of the
 * tape, and last from the user's answer. An order that the user set for a column comes before all of
 * them; dates in another order are then refused on their rows. An order that was set for the last
 * tape counts only if the column's own cells leave it open.
 */
export function datesOfTape(
  columns: DateEvidenceByField,
  answers: Pick<TapeAnswers, 'dateOrder' | 'calendar'>,
  orders: OrdersSet,
): TapeDates {
  const formats = new Map<TapeField, DateFormat>();
  const orderInDoubt: [TapeField, DateTally, boolean][] = [];
  const calendarInDoubt: [TapeField, DateTally, boolean][] = [];
  const set = new Set<TapeField>();
  let isRecalled = false;
  for (const [field, evidence] of columns) {
    const order = orderOf(field, columns);
    const calendar = calendarVerdict(evidence);
    const chosen = orderSetFor(field, orders.chosen);
    const recalled = possibleOf(orderSetFor(field, orders.recalled), evidence);
    const insisted = chosen ?? recalled;
    if (insisted !== undefined) set.add(field);
    isRecalled ||= chosen === undefined && recalled !== undefined;
    const isOpen =
      insisted === undefined && (order.kind === 'unproven' || order.kind === 'contradicted');
    if (isOpen && 'cells' in order) {
      orderInDoubt.push([field, order.cells, order.kind === 'contradicted']);
    }
    if (calendar.kind === 'unproven') calendarInDoubt.push([field, calendar.cells, false]);
    const proved = calendar.kind === 'proved' ? calendar.calendar : null;
    formats.set(field, {
      order:
        insisted ?? (isOpen ? (answers.dateOrder ?? null) : 'order' in order ? order.order : null),
      calendar: calendar.kind === 'unproven' ? (answers.calendar ?? null) : proved,
    });
  }
  const inQuestion = { order: inDoubt(orderInDoubt), calendar: inDoubt(calendarInDoubt) };
  return { formats, chosen: set, isRecalled, ...inQuestion };
}

function orderSetFor(field: TapeField, orders: DateOrders): DateOrder | undefined {
  const ordered = orderedFields.find((one) => one === field);
  return ordered && orders[ordered];
}

/** Returns the order if the column's cells prove no order and none of them contradicts this one. */
function possibleOf(order: DateOrder | undefined, evidence: DateEvidence): DateOrder | undefined {
  if (order === undefined) return undefined;
  const verdict = orderVerdict(evidence);
  const isPossible =
    verdict.kind === 'unproven'
      ? verdict.possible.includes(order)
      : verdict.kind === 'convention' && evidence.against[order].count === 0;
  return isPossible ? order : undefined;
}

/**
 * Returns the verdict on a column. If its own cells do not prove an order, the columns that look
 * alike may, because one program wrote the whole tape.
 */
function orderOf(field: TapeField, columns: DateEvidenceByField): OrderVerdict {
  const evidence = columns.get(field);
  if (!evidence) throw new Error(`the dates of ${field} were not profiled`);
  const own = orderVerdict(evidence);
  if (own.kind !== 'unproven') return own;
  const others = [...columns].filter(
    ([other, { shortYears, dotted }]) =>
      other !== field &&
      shortYears > 0 === evidence.shortYears > 0 &&
      dotted > 0 === evidence.dotted > 0,
  );
  const verdicts = others.map(([, other]) => orderVerdict(other));
  const isClear = verdicts.every(({ kind }) => kind !== 'contradicted');
  const together = orderVerdict(...others.map(([, other]) => other));
  const isFit = together.kind === 'proved' && own.possible.includes(together.order);
  return isClear && isFit ? together : own;
}

function inDoubt(columns: readonly (readonly [TapeField, DateTally, boolean])[]) {
  if (columns.length === 0) return null;
  const samples = columns.flatMap(([, cells]) => cells.samples).slice(0, CELLS_SHOWN);
  return {
    fields: columns.map(([field]) => field),
    cells: { count: columns.reduce((sum, [, cells]) => sum + cells.count, 0), samples },
    isContradicted: columns.some(([, , isContradicted]) => isContradicted),
  };
}

const CELLS_SHOWN = 5;

/**
 * Returns the date in each possible order. A year that is not Gregorian counts as Hijri until its
 * calendar is known.
 */
export function readingsByOrder(value: string, calendar: DateFormat['calendar']) {
  return dateOrders.flatMap((order: DateOrder) => {
    const day = readDateAs(value, { order, calendar: calendar ?? 'hijri' });
    return day === null ? [] : [{ answer: order, value: day }];
  });
}

export function readingsByCalendar(value: string, order: DateOrder | null) {
  return (['hijri', 'persian'] as const).flatMap((calendar) => {
    const day = readDateAs(value, { order, calendar });
    return day === null ? [] : [{ answer: calendar, value: day }];
  });
}

/**
 * Finds date columns that contain months without a day. Skips the disbursement date if the layout
 * defines it as a month.
 */
export function monthsInDoubt(
  { formats }: TapeDates,
  profiles: ColumnProfiles,
  columns: RecognisedColumns,
): DatesInDoubt | null {
  const found = [...formats.keys()].flatMap((field): [TapeField, DateTally, boolean][] => {
    const months = profiles.get(field)?.dates?.months;
    const isWhole = field === 'disbursedOn' && columns.layout.datesAreMonths === true;
    return months && months.count > 0 && !isWhole ? [[field, months, false]] : [];
  });
  return inDoubt(found);
}

export function readingsByDayOfMonth(value: string, format: DateFormat | undefined) {
  return tapeAnswers.dayOfMonth.flatMap((answer) => {
    const day = readMonthAs(value, format ?? anyFormat, answer);
    return day === null ? [] : [{ answer, value: day }];
  });
}
