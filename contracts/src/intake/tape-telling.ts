/** Encodings that a user can choose. UTF-16 is recognised by its byte order mark. */
export const textEncodings = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1256',
  'macintosh',
] as const;
export type TextEncoding = (typeof textEncodings)[number];

/**
 * Questions that a tape may leave open, with their answers. A question appears only if the file
 * does not answer it, and nothing is booked before it is answered.
 */
export const tapeAnswers = {
  /** Is 1.500 one and a half, or fifteen hundred? */
  decimalMark: ['point', 'comma'],
  /** Is a rate of 0.1349 a percentage, or a fraction that means 13.49 %? */
  rateUnit: ['percent', 'fraction', 'basis-points'],
  /** Every amount of a column is below one. */
  smallAmounts: ['as-written'],
  /** Dates outside living memory. */
  distantDates: ['as-written'],
  /** Loans with neither a balance nor principal paid, although instalments may have been paid. */
  missingBalances: ['unpaid'],
} as const;

export type TapeQuestionKind = keyof typeof tapeAnswers;
export type TapeAnswers = {
  readonly [Kind in TapeQuestionKind]?: (typeof tapeAnswers)[Kind][number];
};

// The keys of the table above are exactly its kinds.
export const tapeQuestionKinds = Object.keys(tapeAnswers) as readonly TapeQuestionKind[];

/**
 * Answers reused for the next tape with the same header, because its writer's habits do not change.
 */
export const rememberedAnswers: readonly TapeQuestionKind[] = ['decimalMark', 'rateUnit'];
