import type { Formatters } from '../../ui/format/formatters.ts';
import { valueDateRefusal } from './preview-payment.ts';
import type { PayableLoan, PaymentPreview } from './preview-payment.ts';

export type PaymentProblem = {
  readonly field: 'amountMinor' | 'valueDate';
  readonly code:
    | 'amount_missing'
    | 'amount_not_positive'
    | 'amount_exceeds_payoff'
    | 'value_date_missing'
    | 'value_date_in_future'
    | 'value_date_before_disbursement'
    | 'value_date_before_write_off';
  readonly isMissing: boolean;
  /** The figures and days that its sentence names, in the reader’s locale. */
  readonly words: (format: Formatters) => Record<string, string>;
};

type Typed = { readonly amountMinor: number | null; readonly valueDate: string | null };

/** What keeps a payment from being posted, in the order of the fields. */
export function findProblems(
  loan: PayableLoan,
  typed: Typed,
  preview: PaymentPreview | null,
): readonly PaymentProblem[] {
  return [amountProblem(loan, typed, preview), valueDateProblem(loan, typed)].filter(
    (problem) => problem !== null,
  );
}

/** The field that a refusal of the server is about, if it is about one. */
export function problemOfFailure(code: string): PaymentProblem['field'] | null {
  if (code.startsWith('amount_')) return 'amountMinor';
  return code.startsWith('value_date_') ? 'valueDate' : null;
}

function amountProblem(
  { currency }: PayableLoan,
  { amountMinor }: Typed,
  preview: PaymentPreview | null,
): PaymentProblem | null {
  const field = { field: 'amountMinor' } as const;
  if (amountMinor === null) {
    return { ...field, code: 'amount_missing', isMissing: true, words: () => ({}) };
  }
  if (amountMinor <= 0) {
    return { ...field, code: 'amount_not_positive', isMissing: false, words: () => ({}) };
  }
  if (preview?.kind !== 'exceeds-payoff') return null;
  const { payoffMinor } = preview;
  return {
    ...field,
    code: 'amount_exceeds_payoff',
    isMissing: false,
    words: (format) => ({ payoff: format.amount(payoffMinor, currency) }),
  };
}

function valueDateProblem(loan: PayableLoan, { valueDate }: Typed): PaymentProblem | null {
  const field = { field: 'valueDate' } as const;
  if (valueDate === null) {
    return { ...field, code: 'value_date_missing', isMissing: true, words: () => ({}) };
  }
  const code = valueDateRefusal(loan, valueDate);
  if (code === null) return null;
  const { businessDate, disbursedOn, loss } = loan;
  return {
    ...field,
    code,
    isMissing: false,
    words: (format) => ({
      businessDate: format.day(businessDate),
      disbursedOn: format.day(disbursedOn),
      ...(loss?.writtenOffOn && { writtenOffOn: format.day(loss.writtenOffOn) }),
    }),
  };
}
