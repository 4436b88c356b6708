import type { TapeQuestion } from '@bursar/contracts/intake/tape-reading';
import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import {
  rememberedAnswers,
  tapeAnswers,
  type TapeAnswers,
  type TapeQuestionKind,
} from '@bursar/contracts/intake/tape-telling';
import { plainDecimal } from '../../../../platform/plain-decimal.ts';
import type { DateFormat } from '../../../../platform/table-files/date-format.ts';
import type { DateTally } from '../../../../platform/table-files/date-tally.ts';
import {
  formatVerdict,
  readNumberAs,
  type DecimalMark,
  type FormatVerdict,
} from '../../../../platform/table-files/number-format.ts';
import {
  errorFinding,
  storable,
  type NewFinding,
} from '../../../../platform/table-files/findings.ts';
import {
  monthsInDoubt,
  readingsByCalendar,
  readingsByDayOfMonth,
  readingsByOrder,
  type DatesInDoubt,
  type TapeDates,
} from './date-questions.ts';
import { balanceFields, countFields, moneyFields, percentFields } from './number-fields.ts';
import {
  distantDaysIn,
  type ColumnProfile,
  type ColumnProfiles,
  type Tally,
} from './profile-columns.ts';
import {
  byPeriod,
  byUnit,
  hasOtherUnit,
  periodOfCells,
  ratesWithoutPeriod,
  ratesWithoutUnit,
  statedPeriod,
  unitByLayout,
  type RatePeriod,
  type RateUnit,
} from './rate-unit.ts';
import type { RecognisedColumns } from './recognise-columns.ts';

/** How the tape writes numbers, dates and rates, as its columns prove or a user chose. */
export type TapeFormat = {
  /** A field without an entry has no cell with an ambiguous mark, or its question is open. */
  readonly marks: ReadonlyMap<TapeField, DecimalMark>;
  readonly dates: ReadonlyMap<TapeField, DateFormat>;
  /** Columns whose date order a user set. */
  readonly chosenDates: ReadonlySet<TapeField>;
  /** The day to use for dates without one; null if no user chose it. */
  readonly dayOfMonth: 'first' | 'last' | null;
  readonly rateUnit: RateUnit;
  readonly ratePeriod: RatePeriod;
  readonly profiles: ColumnProfiles;
};

export type TapeQuestions = {
  readonly questions: readonly TapeQuestion[];
  /** One finding for each question without an answer, and those of `balanceParts`. */
  readonly findings: readonly NewFinding[];
  readonly format: TapeFormat;
};

type Asked = {
  readonly profiles: ColumnProfiles;
  readonly dates: TapeDates;
  readonly columns: RecognisedColumns;
  readonly currencyDecimals: number;
  /** Loans whose paid principal the file neither states nor proves. */
  readonly missingBalances: Tally;
  /** Returns whether the instalments prove that the rates are yearly. */
  readonly areForYear: (written: {
    readonly marks: TapeFormat['marks'];
    readonly unit: RateUnit;
  }) => boolean;
  /** Returns the balances that may include interest, with the findings about them. */
  readonly balanceParts: (marks: TapeFormat['marks']) => {
    readonly inDoubt: Tally;
    readonly findings: readonly NewFinding[];
  };
  readonly given: TapeAnswers;
  /** Answers for an earlier tape with the same header. */
  readonly remembered: TapeAnswers;
};

/** Finds the questions that the columns leave open, and applies the available answers. */
export function askOfTape(asked: Asked): TapeQuestions {
  const marks = marksOf(asked);
  const rates = askAboutRates(asked, marks.marks);
  const parts = asked.balanceParts(marks.marks);
  const questions = [
    ...(marks.question ? [marks.question] : []),
    ...dateQuestions(asked),
    ...rates.questions,
    ...plausibilityQuestions(asked),
    ...balanceQuestions(asked, parts.inDoubt),
  ];
  const { order } = asked.dates;
  const chosenDay = tapeAnswers.dayOfMonth.find((one) => one === answerTo('dayOfMonth', asked));
  const contradicting: Partial<Record<TapeQuestionKind, string | null>> = {
    decimalMark: marks.contradicting,
    dateOrder: order?.isContradicted ? withRows(order.cells) : null,
  };
  const open = questions.filter(({ answer }) => answer === null);
  return {
    questions,
    findings: [
      ...open.map((question) => findingOf(question, contradicting[question.kind] ?? null)),
      ...parts.findings,
    ],
    format: {
      marks: marks.marks,
      dates: asked.dates.formats,
      chosenDates: asked.dates.chosen,
      dayOfMonth: chosenDay ?? null,
      rateUnit: rates.unit,
      ratePeriod: rates.period,
      profiles: asked.profiles,
    },
  };
}

function marksOf(asked: Asked) {
  const marks = new Map<TapeField, DecimalMark>();
  const inDoubt: TapeField[] = [];
  for (const [field, { numbers }] of asked.profiles) {
    const verdict = formatVerdict(numbers);
    const mark = verdict.kind === 'proved' ? verdict.decimalMark : markFromOthers(field, asked);
    if (verdict.kind === 'not-needed') continue;
    if (mark === null || verdict.kind === 'contradicted') inDoubt.push(field);
    else marks.set(field, mark);
  }
  if (inDoubt.length === 0) return { marks, question: null, contradicting: null };
  const answer = answerTo('decimalMark', asked);
  const mark = tapeAnswers.decimalMark.find((one) => one === answer);
  if (mark) for (const field of inDoubt) marks.set(field, mark);
  const verdicts = inDoubt.map((field) => formatVerdict(numbersOf(field, asked)));
  const cells = tallyOf(verdicts.flatMap(cellsInDoubt));
  return {
    marks,
    question: questionOf('decimalMark', asked, { fields: inDoubt, cells, readings: byMark }),
    contradicting: verdicts.some(({ kind }) => kind === 'contradicted')
      ? cells.samples.map(storable).join(' · ')
      : null,
  };
}

/**
 * Finds the decimal mark of a column that does not prove one; null if the mark stays open. The mark
 * in "1.234" separates decimals in percentages and counts. In amounts it separates thousands if
 * another column proves that, or three decimals if the currency has three and another amount column
 * proves that.
 */
function markFromOthers(field: TapeField, asked: Asked): DecimalMark | null {
  const verdict = formatVerdict(numbersOf(field, asked));
  if (verdict.kind !== 'unproven') return null;
  const { samples } = verdict.ambiguous;
  const isPoint = samples.every((cell) => !/[,٬]/.test(cell));
  const isComma = samples.every((cell) => !cell.includes('.'));
  if (isPoint === isComma) return null;
  const asDecimals: DecimalMark = isPoint ? 'point' : 'comma';
  const asGroups: DecimalMark = isPoint ? 'comma' : 'point';
  if (percentFields.has(field) || countFields.has(field)) {
    // The other mark would give thousands of percent; only 1.000 can be 1 % or 1000 %.
    const isOneOrThousand = samples.every((cell) => /^\D*1[.,]000\D*$/.test(cell));
    return isOneOrThousand ? null : asDecimals;
  }
  const others = [...asked.profiles].filter(([other]) => other !== field);
  const proved = provedBy(others.map(([, profile]) => profile));
  if (proved === asGroups) return asGroups;
  const money = others.filter(([other]) => moneyFields.has(other));
  const isUsual = asked.currencyDecimals === 3;
  return isUsual && provedBy(money.map(([, profile]) => profile)) === asDecimals
    ? asDecimals
    : null;
}

function provedBy(profiles: readonly ColumnProfile[]): DecimalMark | null {
  const verdict = formatVerdict(...profiles.map(({ numbers }) => numbers));
  return verdict.kind === 'proved' ? verdict.decimalMark : null;
}

function numbersOf(field: TapeField, { profiles }: Asked): ColumnProfile['numbers'] {
  const profile = profiles.get(field);
  if (!profile) throw new Error(`the column of ${field} was not profiled`);
  return profile.numbers;
}

function cellsInDoubt(verdict: FormatVerdict): readonly Tally[] {
  if (verdict.kind === 'unproven') return [verdict.ambiguous];
  if (verdict.kind !== 'contradicted') return [];
  const first = ({ count, samples }: Tally) => ({ count, samples: samples.slice(0, 2) });
  return [first(verdict.point), first(verdict.comma)];
}

/** Finds the unit and the period of the rates, or asks the user if the tape does not prove them. */
function askAboutRates(asked: Asked, marks: TapeFormat['marks']) {
  const profile = asked.profiles.get('annualRate');
  if (!profile) return { questions: [], unit: 'percent', period: 'year' } as const;
  const fields = ['annualRate'] as const;
  const given = tapeAnswers.rateUnit.find((one) => one === answerTo('rateUnit', asked));
  const byLayout = given === undefined ? unitByLayout(profile, asked.columns) : null;
  const mayBeOther = asked.given.rateUnit !== undefined || hasOtherUnit(asked.columns);
  const isAnswered = mayBeOther && profile.fromOne.count > 0;
  const inDoubt = ratesWithoutUnit(profile) ?? (isAnswered ? profile.fromOne : null);
  const isAsked = byLayout === null && inDoubt !== null;
  const unitQuestion = isAsked
    ? questionOf('rateUnit', asked, { fields, cells: inDoubt, readings: byUnit })
    : null;
  const unit = byLayout ?? (isAsked ? (given ?? 'percent') : 'percent');
  const isUnitOpen = unitQuestion !== null && given === undefined;
  const period = isUnitOpen ? null : periodQuestion(asked, { profile, unit, marks });
  const questions = [unitQuestion, period].flatMap((question) => question ?? []);
  const chosen = tapeAnswers.ratePeriod.find((one) => one === period?.answer);
  const stated = statedPeriod(asked.columns) ?? periodOfCells(profile);
  return { questions, unit, period: chosen ?? stated ?? 'year' };
}

type Rates = {
  readonly profile: ColumnProfile;
  readonly unit: RateUnit;
  readonly marks: TapeFormat['marks'];
};

function periodQuestion(asked: Asked, { profile, unit, marks }: Rates): TapeQuestion | null {
  const isAnswered = asked.given.ratePeriod !== undefined;
  if (periodOfCells(profile) !== null) return null;
  if (!isAnswered && statedPeriod(asked.columns) !== null) return null;
  if (!isAnswered && asked.areForYear({ marks, unit })) return null;
  const all = isAnswered ? profile.fromOne : null;
  const cells = ratesWithoutPeriod(profile, { unit, layout: asked.columns.layout }) ?? all;
  const about = { fields: ['annualRate'], readings: byPeriod(unit) } as const;
  return cells && questionOf('ratePeriod', asked, { ...about, cells: tallyOf([cells]) });
}

function dateQuestions(asked: Asked): readonly TapeQuestion[] {
  const { order, calendar, formats } = asked.dates;
  const about = (doubt: DatesInDoubt, readings: Readings) => ({
    fields: doubt.fields,
    cells: { count: doubt.cells.count, samples: valuesOf(doubt.cells) },
    readings,
  });
  const known = (doubt: DatesInDoubt) => formats.get(doubt.fields[0] ?? 'disbursedOn');
  const questions: TapeQuestion[] = [];
  if (order) {
    const readings: Readings = (value) => readingsByOrder(value, known(order)?.calendar ?? null);
    questions.push(questionOf('dateOrder', asked, about(order, readings)));
  }
  if (calendar) {
    const readings: Readings = (value) => readingsByCalendar(value, known(calendar)?.order ?? null);
    questions.push(questionOf('calendar', asked, about(calendar, readings)));
  }
  // The date order does not matter for a month and a year, but the calendar does.
  const months = monthsInDoubt(asked.dates, asked.profiles, asked.columns);
  if (months && (calendar === null || answerTo('calendar', asked) !== undefined)) {
    const readings: Readings = (value) => readingsByDayOfMonth(value, known(months));
    questions.push(questionOf('dayOfMonth', asked, about(months, readings)));
  }
  return questions;
}

const withRows = ({ samples }: DateTally): string =>
  samples.map(({ value, row }) => `${storable(value)} (${row})`).join(' · ');

const valuesOf = ({ samples }: DateTally): string[] => samples.map(({ value }) => value);

const amountsHeldToOne: readonly TapeField[] = [
  'principal',
  'instalment',
  'balance',
  'principalPaid',
];

function plausibilityQuestions(asked: Asked): readonly TapeQuestion[] {
  const small = amountsHeldToOne.filter((field) => {
    const profile = asked.profiles.get(field);
    return profile && profile.belowOne.count > 0 && profile.fromOne.count === 0;
  });
  const distant = [...asked.profiles].flatMap(([field, profile]) => {
    const format = asked.dates.formats.get(field);
    const days = format ? distantDaysIn(profile, format) : null;
    return days && days.count > 0 ? [{ field, days }] : [];
  });
  const questions: TapeQuestion[] = [];
  if (small.length > 0) {
    const cells = tallyOf(small.flatMap((field) => asked.profiles.get(field)?.belowOne ?? []));
    questions.push(
      questionOf('smallAmounts', asked, { fields: small, cells, readings: asWritten }),
    );
  }
  if (distant.length > 0) {
    const fields = distant.map(({ field }) => field);
    const cells = tallyOf(distant.map(({ days }) => days));
    questions.push(questionOf('distantDates', asked, { fields, cells, readings: asWritten }));
  }
  const { missingBalances } = asked;
  if (missingBalances.count > 0) {
    const fields = balanceFields.filter((field) => asked.columns.places.has(field));
    const about = { fields, cells: missingBalances, readings: asWritten };
    questions.push(questionOf('missingBalances', asked, about));
  }
  return questions;
}

function balanceQuestions(asked: Asked, cells: Tally): readonly TapeQuestion[] {
  if (cells.count === 0) return [];
  const fields = ['balance'] as const;
  return [questionOf('balanceParts', asked, { fields, cells, readings: asWritten })];
}

type Readings = (value: string) => readonly { readonly answer: string; readonly value: string }[];
type About = {
  readonly fields: readonly TapeField[];
  readonly cells: Tally;
  readonly readings: Readings;
};

function questionOf(
  kind: TapeQuestionKind,
  asked: Asked,
  { fields, cells, readings }: About,
): TapeQuestion {
  return {
    kind,
    columns: fields.map((field) => storable(asked.columns.places.get(field)?.name ?? field)),
    count: cells.count,
    cells: cells.samples.map((value) => ({
      value: storable(value),
      readings: readings(value).map((reading) => ({ ...reading, value: storable(reading.value) })),
    })),
    answer: answerTo(kind, asked) ?? null,
  };
}

function answerTo(kind: TapeQuestionKind, { given, remembered }: Asked): string | undefined {
  return given[kind] ?? (rememberedAnswers.includes(kind) ? remembered[kind] : undefined);
}

const byMark: Readings = (value) =>
  tapeAnswers.decimalMark.flatMap((mark) => {
    const read = readNumberAs(value, mark);
    return read ? [{ answer: mark, value: plainDecimal(read.decimal) }] : [];
  });

const asWritten: Readings = () => [];

function tallyOf(tallies: readonly Tally[]): Tally {
  const samples = new Set(tallies.flatMap((tally) => tally.samples));
  return {
    count: tallies.reduce((sum, tally) => sum + tally.count, 0),
    samples: [...samples].slice(0, CELLS_SHOWN),
  };
}

const CELLS_SHOWN = 5;

function findingOf(
  { kind, columns, count, cells }: TapeQuestion,
  /** The cells that contradict each other; null if none do. */
  contradicting: string | null,
): NewFinding {
  const code = {
    decimalMark: contradicting ? 'number_format_contradicted' : 'number_format_unproven',
    dateOrder: contradicting ? 'date_order_contradicted' : 'date_order_unproven',
    calendar: 'calendar_unproven',
    dayOfMonth: 'day_of_month_unproven',
    rateUnit: 'rate_unit_unproven',
    ratePeriod: 'rate_period_unproven',
    smallAmounts: 'amounts_all_small',
    distantDates: 'dates_outside_living_memory',
    missingBalances: 'balances_missing',
    balanceParts: 'balance_may_have_interest',
  } as const;
  const [first] = cells;
  const read = Object.fromEntries(
    (first?.readings ?? []).map(({ answer, value }) => [answer.replace('-', '_'), value]),
  );
  const shown = contradicting ?? cells.map(({ value }) => value).join(' · ');
  const details = { count, cells: shown, ...read };
  return errorFinding(code[kind], {
    column: columns.length > 0 ? columns.join(', ') : null,
    value: first?.value ?? null,
    details,
  });
}
