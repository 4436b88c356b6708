import type { TFunction } from 'i18next';

const encodings = [
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

const answers = [
  'day-first',
  'month-first',
  'year-first',
  'hijri',
  'persian',
  'point',
  'comma',
  'bank-statement',
  'accounting-ledger',
  'of-amount',
  'of-second-amount',
  'received',
  'not-all',
  'not-received',
  'booked',
  'not-booked',
  'read-lines',
  'refuse-file',
] as const;

/** Names an answer to a question about a file, such as an encoding or an order of dates. */
export function answerText(t: TFunction<'ui'>, choice: string): string {
  const encoding = encodings.find((one) => one === choice);
  if (encoding) return t(`fileQuestions.encoding.${encoding}`);
  const answer = answers.find((one) => one === choice);
  return answer ? t(`fileQuestions.choice.${answer}`) : choice;
}
