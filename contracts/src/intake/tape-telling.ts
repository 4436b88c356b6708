/**
 * Encodings that a user can choose. ISO-8859-1 and 9 are read as Windows-1252 and 1254, which add
 * characters to them. UTF-16 is recognised by its byte order mark or its zero bytes.
 */
export const textEncodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1256',
  'windows-1251',
  'windows-1254',
  'iso-8859-15',
  'iso-8859-6',
  'macintosh',
] as const;
export type TextEncoding = (typeof textEncodings)[number];

/**
 * Questions that a tape may leave open, with their answers. A question appears only if the file
 * does not answer it, and nothing is booked before it is answered.
 */
export const tapeAnswers = {
  /** Whether 1.500 is one and a half or fifteen hundred. */
  decimalMark: ['point', 'comma'],
  /** Whether 03/04/2026 is in April or in March, and 05/04/26 in 2026 or in 2005. */
  dateOrder: ['day-first', 'month-first', 'year-first'],
  /** Whether the year 1405 is one of the Hijri or of the Persian calendar. */
  calendar: ['hijri', 'persian'],
  /** The day that a month alone, such as "Jan-26", means. */
  dayOfMonth: ['first', 'last'],
  /** The unit of the rates: for example, 0.1349 is a percentage, or a fraction for 13.49 %. */
  rateUnit: ['percent', 'fraction', 'basis-points', 'per-mille'],
  /** Whether a rate of 2 % is for a year, or for a month and means 24 % a year. */
  ratePeriod: ['year', 'month'],
  /** Confirms that a column whose amounts are all below one is correct. */
  smallAmounts: ['as-written'],
  /** Confirms that dates that are implausibly old or far ahead are correct. */
  distantDates: ['as-written'],
  /**
   * Confirms that loans without a balance and without principal paid are unpaid.
   */
  missingBalances: ['unpaid'],
  /** Confirms that balances are principal, although another column has interest that is owed. */
  balanceParts: ['principal-only'],
} as const;

export type TapeQuestionKind = keyof typeof tapeAnswers;
export type TapeAnswers = {
  readonly [Kind in TapeQuestionKind]?: (typeof tapeAnswers)[Kind][number];
};

// `Object.keys` returns strings, but the keys of the table are exactly the kinds.
export const tapeQuestionKinds = Object.keys(tapeAnswers) as readonly TapeQuestionKind[];

/**
 * Answers reused for the next tape with the same header, because the program that writes the tapes
 * does not change its formats.
 */
export const rememberedAnswers: readonly TapeQuestionKind[] = [
  'decimalMark',
  'dateOrder',
  'calendar',
  'dayOfMonth',
  'rateUnit',
  'ratePeriod',
  'balanceParts',
];

/** Fields whose date order a user can set by hand, even if their rows prove another order. */
export const orderedFields = ['disbursedOn', 'firstDueOn', 'lastPaymentOn'] as const;
export type OrderedField = (typeof orderedFields)[number];
export type DateOrders = {
  readonly [Field in OrderedField]?: (typeof tapeAnswers)['dateOrder'][number] | undefined;
};

/** Returns the upload parameter for the date order of a field, such as `firstDueOnOrder`. */
export function orderParam<Field extends OrderedField>(field: Field): `${Field}Order` {
  return `${field}Order`;
}
