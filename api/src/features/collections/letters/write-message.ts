import {
  fieldsIn,
  fillFields,
  type FieldValues,
  type MessageChannel,
  type MessageField,
} from '@bursar/contracts/collections/letters.values';
import type { Language } from '@bursar/contracts/languages';
import { quoteLoanPayoff } from '@bursar/contracts/servicing/loan-to-replay';
import type { Queryable } from '../../../platform/database.ts';
import { isolated, pdfFormat } from '../../../platform/pdf/pdf-format.ts';
import { howToPay } from '../../records/statements/write-statements.ts';
import { daysPastDueOf } from '../../servicing/loan-account/arrears.ts';
import { readCharges } from '../../servicing/loan-account/charges.store.ts';
import { remainingOf, type InstalmentRow } from '../../servicing/loan-account/instalments.store.ts';
import type { LockedLoan } from '../../servicing/loan-account/loan-state.store.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import type { MessageLoan } from './message-loans.store.ts';
import type { TemplateTexts } from './templates.store.ts';
import type { PrintFormat } from '@bursar/contracts/print-format.values';

export type Sender = {
  readonly name: string;
  readonly address: string;
  readonly taxNumber: string;
  readonly paymentDetails: string;
  readonly printFormat: PrintFormat;
};

type Priced = {
  readonly loan: LockedLoan;
  readonly loanId: string;
  readonly instalments: readonly InstalmentRow[];
  readonly today: string;
};

export type MessageFigures = {
  /** The amount that settles the loan today; null if it cannot be settled. */
  readonly payoffMinor: number | null;
  /** The next instalment that falls due after today and is not paid; null if there is none. */
  readonly next: { readonly dueOn: string; readonly amountMinor: number } | null;
};

/** Reads today's payoff, which a payment of today would have to cover, and the next instalment. */
export async function readMessageFigures(
  sql: Queryable,
  { loan, loanId, instalments, today }: Priced,
): Promise<MessageFigures> {
  const key = { portfolioId: loan.portfolioId, loanId };
  const { charges } = await readCharges(sql, key, instalments);
  const quote =
    loan.status === 'active' ? quoteLoanPayoff({ ...loan, charges, instalments }, today) : null;
  const next = instalments.find((row) => row.dueOn > today && remainingOf(row) > 0);
  return {
    payoffMinor: quote?.ok ? quote.value.totalMinor : null,
    next: next ? { dueOn: next.dueOn, amountMinor: remainingOf(next) } : null,
  };
}

export const daysLateOf = ({ status, oldestUnpaidOn }: MessageLoan, today: string): number =>
  daysPastDueOf({ status, oldestUnpaidDueOn: oldestUnpaidOn }, today);

export type MessageSource = {
  readonly loan: MessageLoan;
  readonly figures: MessageFigures;
  readonly sender: Sender;
  readonly today: string;
};

type Wish = {
  readonly channel: MessageChannel;
  readonly texts: TemplateTexts;
  /** The default is the borrower’s language, or English if that is unknown. */
  readonly language?: Language | undefined;
};

export type WrittenMessage = {
  readonly language: Language;
  readonly recipient: string | null;
  readonly address: string | null;
  readonly subject: string | null;
  readonly body: string;
  readonly emptyFields: readonly MessageField[];
};

/** Writes a message about a loan in a language that the template has. */
export function writeMessage(
  source: MessageSource,
  { channel, texts, language: wished }: Wish,
): WrittenMessage {
  const wanted = wished ?? source.loan.language ?? 'en';
  const language = texts[wanted] ? wanted : wanted === 'en' ? 'ae' : 'en';
  const { subject = null, body = '' } = texts[language] ?? {};
  const marked = fieldValues(source, language);
  // Direction marks would double the price of an English SMS, because they are outside its
  // alphabet.
  const values = channel === 'letter' || language === 'ae' ? marked : withoutMarks(marked);
  const used = fieldsIn(`${subject ?? ''} ${body}`);
  return {
    language,
    recipient: source.loan.borrowerName,
    address: addressFor(channel, source.loan),
    // A value may contain a line break, which a subject may not.
    subject: subject === null ? null : fillFields(subject, values).replaceAll(/\s+/g, ' '),
    body: fillFields(body, values),
    emptyFields: used.filter((field) => values[field] === null),
  };
}

/** Returns all texts that a letter prints, except those that are the same in every letter. */
export function printedText(
  { name, address: from }: Sender,
  { recipient, address, subject, body }: Omit<WrittenMessage, 'emptyFields'>,
): string {
  return [name, from, recipient, address, subject, body].filter(Boolean).join('\n');
}

export function addressFor(
  channel: MessageChannel,
  { postalAddress, email, phone }: MessageLoan,
): string | null {
  if (channel === 'letter') return postalAddress;
  return channel === 'email' ? email : phone;
}

function fieldValues(
  { loan, figures, sender, today }: MessageSource,
  language: Language,
): FieldValues {
  const format = pdfFormat(language, sender.printFormat);
  const money = (amountMinor: number) =>
    isolated(`${format.money(amountMinor, loan.currency)} ${loan.currency}`);
  const reference = loanReference(loan.referenceNumber);
  const daysLate = daysLateOf(loan, today);
  const { next, payoffMinor } = figures;
  return {
    borrower: loan.borrowerName && isolated(loan.borrowerName),
    loan: isolated(reference),
    amount_late: money(loan.lateMinor),
    amount_due: money(loan.dueMinor),
    days_late: format.count(daysLate),
    late_since: daysLate > 0 && loan.oldestUnpaidOn ? format.day(loan.oldestUnpaidOn) : null,
    next_due_date: next && format.day(next.dueOn),
    next_amount: next && money(next.amountMinor),
    payoff: payoffMinor === null ? null : money(payoffMinor),
    outstanding: money(loan.outstandingMinor),
    today: format.day(today),
    lender: isolated(sender.name),
    lender_address: sender.address || null,
    how_to_pay: sender.paymentDetails
      ? howToPay({ language, issuer: sender, loan: reference }).text
      : null,
    agent: loan.agentName && isolated(loan.agentName),
  };
}

function withoutMarks(values: FieldValues): FieldValues {
  const plain = Object.entries(values).map(([field, value]) => [
    field,
    value?.replaceAll(/[\u2066-\u2069]/g, '') ?? null,
  ]);
  // The entries of a record of fields have the same keys.
  return Object.fromEntries(plain) as FieldValues;
}
