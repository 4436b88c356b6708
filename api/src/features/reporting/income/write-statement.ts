import type { Language } from '@bursar/contracts/languages';
import type { Readable } from 'node:stream';
import { isolated, pdfFormat } from '../../../platform/pdf/pdf-format.ts';
import { writePdf, type Pdf } from '../../../platform/pdf/write-pdf.ts';
import {
  fileColumns,
  plainAmount,
  writeTableCsv,
  type FileColumn,
} from '../../../platform/table-file.ts';
import type { CommissionLine } from './commission.ts';
import type { IncomePayment } from './income.store.ts';
import { incomeOf, type Statement } from './read-statement.ts';
import { statementTexts } from './income-statement-text.ts';

/**
 * Writes the payments of a statement, then one line for each rate, so that the total can be
 * checked.
 */
export function writeStatementCsv(statement: Statement): Readable {
  return writeTableCsv(csvColumns(statement), csvLines(statement));
}

type CsvLine =
  | { readonly kind: 'payment'; readonly payment: IncomePayment }
  | { readonly kind: 'commission'; readonly line: CommissionLine };

async function* csvLines({ payments, commission }: Statement): AsyncGenerator<CsvLine[]> {
  for await (const page of payments) {
    yield page.map((payment) => ({ kind: 'payment' as const, payment }));
  }
  yield commission.map((line) => ({ kind: 'commission' as const, line }));
}

function csvColumns(statement: Statement): readonly FileColumn<CsvLine>[] {
  const { currency } = statement.portfolio;
  const { text, number, amount, day } = fileColumns<CsvLine, string>();
  const ofPayment = (read: (payment: IncomePayment) => string | null) => (line: CsvLine) =>
    line.kind === 'payment' ? read(line.payment) : null;
  const ofCommission = (read: (line: CommissionLine) => string) => (line: CsvLine) =>
    line.kind === 'commission' ? read(line.line) : null;
  const money = (amountMinor: number) => plainAmount(amountMinor, currency);
  return [
    text('line', 'line', ({ kind }) => kind),
    text('earner', 'earner', () => statement.earner.name),
    text('month', 'month', () => statement.from.slice(0, 7)),
    day(
      'value_date',
      'day',
      ofPayment((payment) => payment.valueDate),
    ),
    text(
      'loan',
      'loan',
      ofPayment((payment) => payment.loanReference),
    ),
    text(
      'borrower',
      'borrower',
      ofPayment((payment) => payment.borrower),
    ),
    text('currency', 'currency', () => currency),
    amount(
      'interest',
      'interest',
      ofPayment((payment) => money(payment.interestMinor)),
    ),
    amount(
      'fees',
      'fees',
      ofPayment((payment) => money(payment.feeMinor)),
    ),
    amount(
      'penalties',
      'penalties',
      ofPayment((payment) => money(payment.penaltyMinor)),
    ),
    amount('income', 'income', (line) =>
      money(line.kind === 'payment' ? incomeOf(line.payment) : line.line.incomeMinor),
    ),
    number(
      'rate_percent',
      'rate',
      ofCommission((line) => line.ratePercent),
    ),
    amount(
      'commission',
      'commission',
      ofCommission((line) => money(line.commissionMinor)),
    ),
  ];
}

type Made = { readonly language: Language; readonly now: Date };

export function writeStatementPdf(statement: Statement, { language, now }: Made): Promise<Pdf> {
  const { earner, portfolio, printFormat, total, payments } = statement;
  const texts = statementTexts[language];
  const format = pdfFormat(language, printFormat);
  const money = (amountMinor: number) => format.money(amountMinor, portfolio.currency);
  const figure = (
    header: string,
    amountOf: (
      amounts: Pick<IncomePayment, 'interestMinor' | 'feeMinor' | 'penaltyMinor'>,
    ) => number,
  ) => ({
    header,
    share: 2,
    align: 'end' as const,
    text: (payment: IncomePayment) => money(amountOf(payment)),
    foot: money(amountOf(total)),
  });
  return writePdf({
    language,
    issuer: portfolio.name,
    title: texts.title,
    subtitle: `${isolated(earner.name)} · ${format.month(statement.from)} · ${portfolio.currency}`,
    facts: factsOf(statement, { language, money }),
    table: {
      title: texts.payments,
      columns: [
        {
          header: texts.day,
          share: 2.2,
          text: (row) => format.day(row.valueDate),
          foot: texts.total,
        },
        { header: texts.loan, share: 2, text: (row) => row.loanReference },
        { header: texts.borrower, share: 4, text: (row) => isolated(row.borrower ?? '–') },
        figure(texts.interest, ({ interestMinor }) => interestMinor),
        figure(texts.fees, ({ feeMinor }) => feeMinor),
        figure(texts.penalties, ({ penaltyMinor }) => penaltyMinor),
        figure(texts.income, incomeOf),
      ],
      rows: payments,
      none: texts.none,
    },
    footer: texts.footer(format.instant(now, portfolio.timeZone)),
  });
}

type Worded = { readonly language: Language; readonly money: (amountMinor: number) => string };

function factsOf(
  { earner, printFormat, total, commission }: Statement,
  { language, money }: Worded,
) {
  const texts = statementTexts[language];
  const format = pdfFormat(language, printFormat);
  const earned = commission.reduce((sum, line) => sum + line.commissionMinor, 0);
  const several = commission.length > 1;
  return [
    { label: texts.interest, value: money(total.interestMinor) },
    { label: texts.fees, value: money(total.feeMinor) },
    { label: texts.penalties, value: money(total.penaltyMinor) },
    { label: texts.income, value: money(incomeOf(total)), strong: true },
    ...(earner.targetMinor === null
      ? []
      : [{ label: texts.target, value: money(earner.targetMinor) }]),
    ...commission.map(({ ratePercent, incomeMinor, commissionMinor }) => ({
      label: texts.commissionOf(format.percent(ratePercent), money(incomeMinor)),
      value: money(commissionMinor),
      strong: !several,
    })),
    ...(several ? [{ label: texts.commission, value: money(earned), strong: true }] : []),
    ...(commission.length === 0 ? [{ label: texts.commission, value: texts.noRate }] : []),
  ];
}
