import type { Language } from '@bursar/contracts/languages';
import type { Payment, QuotePayoff } from '@bursar/contracts/servicing/payments';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { isolated, pdfFormat } from '../../../platform/pdf/pdf-format.ts';
import {
  writePdf,
  type Pdf,
  type PdfContent,
  type PdfColumn,
} from '../../../platform/pdf/write-pdf.ts';
import { statementText } from './statement-text.ts';
import type { LoanStatement, StatementLine } from './statements.store.ts';
import type { PrintFormat } from '@bursar/contracts/print-format.values';

export type Letterhead = {
  readonly language: Language;
  readonly issuer: {
    readonly name: string;
    readonly address: string;
    readonly taxNumber: string;
    readonly paymentDetails: string;
  };
  readonly logo: Buffer | null;
  readonly borrower: { readonly name: string | null; readonly address: string | null };
  /** The loan's reference, such as `L-000123`. */
  readonly loan: string;
  readonly currency: string;
  readonly madeAt: Date;
  readonly timeZone: string;
  readonly printFormat: PrintFormat;
};

type Item = readonly [label: string, amountMinor: number];

/** Writes the receipt of a payment: its allocation and the principal outstanding now. */
export function writeReceipt(
  head: Letterhead,
  { payment, outstandingMinor }: { readonly payment: Payment; readonly outstandingMinor: number },
): Promise<Pdf> {
  const { words, format, plain, whole } = textsOf(head);
  const { receipt } = words;
  const { reversal } = payment;
  const withCredit = payment.method === 'credit';
  const items: readonly Item[] = [
    [words.penalties, payment.penaltyMinor],
    [words.fees, payment.feeMinor],
    [words.interest, payment.interestMinor],
    [words.principal, payment.principalMinor],
    [receipt.recovered, payment.recoveredMinor],
    [receipt.credit, payment.creditMinor],
  ];
  const posted = format.instant(new Date(payment.postedAt), head.timeZone);
  return writePdf<Item>({
    ...letterOf(head, {
      title: receipt.title,
      subtitle: reversal
        ? receipt.reversed(
            format.instant(new Date(reversal.reversedAt), head.timeZone),
            isolated(reversal.reason),
          )
        : receipt[withCredit ? 'leadWithCredit' : 'lead'](
            whole(payment.amountMinor),
            format.day(payment.valueDate),
          ),
      facts: [
        { label: receipt.valueDate, text: format.day(payment.valueDate) },
        { label: receipt.posted, text: posted },
        { label: receipt.method, text: receipt.methods[payment.method] },
      ],
    }),
    table: {
      columns: itemColumns(receipt.item, { header: receipt.amount, plain }),
      rows: [items.filter(([, amountMinor]) => amountMinor !== 0)],
      none: '–',
    },
    totals: [
      {
        label: receipt[withCredit ? 'totalWithCredit' : 'total'],
        value: plain(payment.amountMinor),
        unit: head.currency,
        strong: true,
      },
      { label: receipt.outstanding, value: plain(outstandingMinor), unit: head.currency },
    ],
    notes: [
      ...(payment.note === '' ? [] : [{ label: receipt.note, text: payment.note }]),
      { label: receipt.number, text: isolated(payment.id) },
    ],
  });
}

/** Writes a payoff letter: the items that settle a loan on a day, and how to pay. */
export function writePayoff(head: Letterhead, quote: AnswerOf<QuotePayoff>): Promise<Pdf> {
  const { words, format, plain, whole } = textsOf(head);
  const { payoff } = words;
  const items: readonly Item[] = [
    [words.principal, quote.principalMinor],
    [payoff.interestDue, quote.interestDueMinor],
    [payoff.interestAccrued, quote.interestAccruedMinor],
    [words.fees, quote.feeMinor],
    [words.penalties, quote.penaltyMinor],
    [payoff.paidAhead, -quote.paidAheadMinor],
  ];
  return writePdf<Item>({
    ...letterOf(head, {
      title: payoff.title,
      subtitle: payoff.lead(whole(quote.totalMinor), format.day(quote.on)),
      facts: [{ label: payoff.day, text: format.day(quote.on) }],
    }),
    table: {
      columns: itemColumns(payoff.item, { header: head.currency, plain }),
      rows: [items.filter(([, amountMinor]) => amountMinor !== 0)],
      none: '–',
    },
    totals: [
      { label: payoff.total, value: plain(quote.totalMinor), unit: head.currency, strong: true },
    ],
    notes: [{ label: payoff.validity, text: payoff.valid }, howToPay(head)],
  });
}

/**
 * Returns the lender's account details as entered, and the payment reference in the document's
 * language.
 */
export function howToPay({
  language,
  issuer,
  loan,
}: Pick<Letterhead, 'language' | 'issuer' | 'loan'>) {
  const { payment, reference } = statementText[language].payoff;
  const text = [issuer.paymentDetails, reference(isolated(loan))].filter(Boolean).join('\n');
  return { label: payment, text };
}

type Period = { readonly from: string; readonly to: string };
type Line = StatementLine & { readonly balanceMinor: number };

/** Writes a statement: all entries of a period with the balance after each. */
export function writeStatement(
  head: Letterhead,
  { from, to, openingMinor, lines }: LoanStatement & Period,
): Promise<Pdf> {
  const { words, format, plain, whole } = textsOf(head);
  const { statement } = words;
  let balanceMinor = openingMinor;
  const rows = lines.map((line): Line => {
    balanceMinor += line.lentMinor + line.addedMinor - line.paidMinor;
    return { ...line, balanceMinor };
  });
  const figure = (header: string, name: 'lentMinor' | 'addedMinor' | 'paidMinor') => ({
    header,
    share: 2.2,
    align: 'end' as const,
    text: (line: Line) => (line[name] === 0 ? '' : plain(line[name])),
    foot: plain(rows.reduce((sum, line) => sum + line[name], 0)),
  });
  return writePdf<Line>({
    ...letterOf(head, {
      title: statement.title,
      subtitle: statement.lead(format.day(from), format.day(to)),
      facts: [
        { label: statement.opening(format.day(from)), text: whole(openingMinor) },
        { label: statement.closing(format.day(to)), text: whole(balanceMinor) },
      ],
    }),
    table: {
      title: statement.entries,
      columns: [
        {
          header: statement.day,
          share: 2.2,
          text: ({ valueDate }) => format.day(valueDate),
          foot: statement.sums,
        },
        {
          header: statement.entry,
          share: 3.6,
          wraps: true,
          text: ({ event }) => statement.events[event],
        },
        figure(statement.lent, 'lentMinor'),
        figure(statement.added, 'addedMinor'),
        figure(statement.paid, 'paidMinor'),
        {
          header: statement.balance,
          share: 2.4,
          align: 'end',
          text: (line) => plain(line.balanceMinor),
        },
      ],
      rows: [rows],
      none: statement.none,
    },
    totals: [
      {
        label: statement.closing(format.day(to)),
        value: plain(balanceMinor),
        unit: head.currency,
        strong: true,
      },
    ],
    notes: [{ label: statement.noteTitle, text: statement.note }],
  });
}

function textsOf({ language, currency, printFormat }: Letterhead) {
  const format = pdfFormat(language, printFormat);
  const plain = (amountMinor: number) => format.money(amountMinor, currency);
  const whole = (amountMinor: number) => isolated(`${plain(amountMinor)} ${currency}`);
  return { words: statementText[language], format, plain, whole };
}

type Opening = Pick<PdfContent<never>, 'title' | 'subtitle'> & {
  readonly facts: readonly { readonly label: string; readonly text: string }[];
};

function letterOf(head: Letterhead, { title, subtitle, facts }: Opening) {
  const { language, issuer, logo, borrower, loan, madeAt, timeZone } = head;
  const { words, format } = textsOf(head);
  const name = isolated(issuer.name);
  const taxed = issuer.taxNumber && words.taxNumber(isolated(issuer.taxNumber));
  return {
    language,
    issuer: name,
    logo,
    title,
    subtitle,
    blocks: [
      [{ label: words.loan, text: isolated(loan) }, ...facts],
      [
        {
          label: words.from,
          text: [issuer.name, issuer.address, taxed].filter(Boolean).join('\n'),
        },
        {
          label: words.to,
          text: [borrower.name, borrower.address].filter(Boolean).join('\n') || '–',
        },
      ],
    ],
    footer: words.footer(name, format.instant(madeAt, timeZone)),
  };
}

function itemColumns(
  item: string,
  { header, plain }: { readonly header: string; readonly plain: (amountMinor: number) => string },
): readonly PdfColumn<Item>[] {
  return [
    { header: item, share: 5, text: ([label]) => label },
    { header, share: 2, align: 'end', text: ([, amountMinor]) => plain(amountMinor) },
  ];
}
