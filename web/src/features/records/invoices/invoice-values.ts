import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  Invoice,
  InvoiceInputs,
  InvoiceLineInputs,
  ReadInvoiceableLoan,
} from '@bursar/contracts/records/invoices';
import { invoiceTotals, type InvoiceTotals } from '@bursar/loan-maths/invoice';
import { uuidv7 } from 'uuidv7';
import type { Formatters } from '../../../ui/format/formatters.ts';
import { plainDecimal } from '../../../ui/form/parse-amount.ts';

/** A line being edited: its quantity as typed, its amounts null while missing. */
export type LineValues = Pick<InvoiceLineInputs, 'description' | 'instalment'> & {
  readonly key: string;
  readonly quantity: string;
  readonly unitPriceMinor: number | null;
  readonly taxPercent: string | null;
};

export type InvoiceValues = Omit<InvoiceInputs, 'lines' | 'dueOn' | 'loanId'> & {
  readonly dueOn: string | null;
  readonly lines: readonly LineValues[];
};

export type Due = AnswerOf<ReadInvoiceableLoan>['dues'][number];

export const emptyLine = (taxPercent: string | null = '0'): LineValues => ({
  key: uuidv7(),
  description: '',
  quantity: '1',
  unitPriceMinor: null,
  taxPercent,
  instalment: null,
});

/**
 * Creates a line for a due amount. Interest and principal have no tax; users who tax a fee change
 * its line.
 */
export function lineOfDue(due: Due, language: InvoiceInputs['language']): LineValues {
  return {
    ...emptyLine(),
    description: due.descriptions[language],
    unitPriceMinor: due.openMinor,
    instalment: { number: due.number, part: due.part },
  };
}

export function valuesOf(invoice: Invoice, format: Formatters): InvoiceValues {
  const { customerName, customerAddress, customerTaxNumber, language, dueOn, note } = invoice;
  return {
    customerName,
    customerAddress,
    customerTaxNumber,
    language,
    dueOn,
    note,
    lines: invoice.lines.map(
      ({ description, quantity, unitPriceMinor, taxPercent, instalment }) => ({
        key: uuidv7(),
        description,
        unitPriceMinor,
        taxPercent,
        instalment,
        quantity: format.decimal(quantity, quantity.split('.')[1]?.length ?? 0),
      }),
    ),
  };
}

/**
 * Returns a quantity that was typed with the separators of the locale; null if the text is not a
 * quantity.
 */
export function quantityOf(typed: string, locale: string): string | null {
  const plain = plainDecimal(typed, locale);
  return plain !== null && /^\d{1,6}(\.\d{1,3})?$/.test(plain) ? plain : null;
}

/** Returns the request's lines; null while a line is incomplete. */
export function inputsOf(lines: readonly LineValues[], locale: string): InvoiceLineInputs[] | null {
  const read = lines.flatMap(({ description, instalment, unitPriceMinor, taxPercent, ...line }) => {
    const quantity = quantityOf(line.quantity, locale);
    if (quantity === null || unitPriceMinor === null || taxPercent === null) return [];
    return [{ description, instalment, quantity, unitPriceMinor, taxPercent }];
  });
  return read.length === lines.length ? read : null;
}

/** Returns the totals of the complete lines; null if they are too large to be exact. */
export function liveTotals(
  lines: readonly LineValues[],
  locale: string,
): (InvoiceTotals & { readonly netOf: ReadonlyMap<string, number> }) | null {
  const complete = lines.filter((line) => inputsOf([line], locale) !== null);
  const totals = invoiceTotals(inputsOf(complete, locale) ?? []);
  if (!totals.ok) return null;
  const netOf = new Map(
    complete.map(({ key }, at) => [key, totals.value.netMinors[at] ?? 0] as const),
  );
  return { ...totals.value, netOf };
}

/** Translates the lines of dues to the invoice's language, unless the user edited them. */
export function inLanguage(
  lines: readonly LineValues[],
  dues: readonly Due[],
  { from, to }: Readonly<Record<'from' | 'to', InvoiceInputs['language']>>,
): readonly LineValues[] {
  return lines.map((line) => {
    const due = dues.find(
      ({ number, part }) => number === line.instalment?.number && part === line.instalment.part,
    );
    const isOwn = due && line.description === due.descriptions[from];
    return isOwn ? { ...line, description: due.descriptions[to] } : line;
  });
}

/**
 * The values of a form that restarts while it has input: its initial values, and its current ones.
 */
export type Typed = { readonly began: InvoiceValues; readonly now: InvoiceValues };

/** Applies typed values to the form of another loan, whose dues replace the former loan's dues. */
export function ofAnotherLoan(fresh: InvoiceValues, typed: Typed): InvoiceValues {
  const own = typed.now.lines.filter((line) => line.instalment === null && !isBlank(line));
  const dues = fresh.lines.filter((line) => !isBlank(line));
  const lines = [...dues, ...own];
  return { ...withTyped(fresh, typed), lines: lines.length > 0 ? lines : fresh.lines };
}

/**
 * Applies typed values to a draft that another user has changed; all other values come from that
 * draft.
 */
export function ofNewerDraft(fresh: InvoiceValues, typed: Typed): InvoiceValues {
  const lineTexts = ({ lines }: InvoiceValues) =>
    JSON.stringify(lines.map(({ key: _key, ...line }) => line));
  const isTyped = lineTexts(typed.now) !== lineTexts(typed.began);
  return { ...withTyped(fresh, typed), lines: isTyped ? typed.now.lines : fresh.lines };
}

const isBlank = ({ description, unitPriceMinor, instalment }: LineValues): boolean =>
  instalment === null && unitPriceMinor === null && description.trim() === '';

function withTyped(fresh: InvoiceValues, { began, now }: Typed): InvoiceValues {
  const merged = <Field extends keyof InvoiceValues>(field: Field) =>
    now[field] === began[field] ? fresh[field] : now[field];
  return {
    customerName: merged('customerName'),
    customerAddress: merged('customerAddress'),
    customerTaxNumber: merged('customerTaxNumber'),
    language: merged('language'),
    dueOn: merged('dueOn'),
    note: merged('note'),
    lines: fresh.lines,
  };
}
