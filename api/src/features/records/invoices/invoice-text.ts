import type { InvoicedPart, InvoiceStatus } from '@bursar/contracts/choices';
import type { Language } from '@bursar/contracts/languages';
import { pdfFormat } from '../../../platform/pdf/pdf-format.ts';
import type { PrintFormat } from '@bursar/contracts/print-format.values';

type InvoiceTexts = {
  readonly title: string;
  readonly draft: string;
  readonly creditNote: string;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly loan: string;
  readonly credits: string;
  readonly from: string;
  readonly to: string;
  readonly taxNumber: (number: string) => string;
  readonly toPay: (amount: string, day: string) => string;
  readonly credited: (amount: string) => string;
  readonly statusText: Partial<Record<InvoiceStatus, string>>;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly tax: string;
  readonly amount: string;
  readonly none: string;
  readonly net: string;
  readonly taxOf: (rate: string, net: string) => string;
  readonly total: string;
  readonly paidOn: (day: string) => string;
  readonly open: string;
  readonly note: string;
  readonly payment: string;
  /** The payment reference, which lets the lender find the invoice. */
  readonly reference: (number: string) => string;
  readonly reason: string;
  readonly part: Readonly<Record<InvoicedPart, string>>;
  readonly partOf: (part: string, number: string, day: string) => string;
  readonly footer: (issuer: string, number: string) => string;
};

export const invoiceTexts: Record<Language, InvoiceTexts> = {
  en: {
    title: 'Invoice',
    draft: 'Draft invoice',
    creditNote: 'Credit note',
    number: 'Number',
    issued: 'Issued',
    due: 'Due',
    loan: 'Loan',
    credits: 'Credits invoice',
    from: 'From',
    to: 'To',
    taxNumber: (number) => `Tax number ${number}`,
    toPay: (amount, day) => `${amount} due on ${day}`,
    credited: (amount) => `${amount} credited`,
    statusText: {
      draft: 'This is a draft. No payment is due.',
      paid: 'Paid in full. Thank you.',
      void: 'Void. No payment is due.',
      credited: 'Credited in full. No payment is due.',
    },
    description: 'Description',
    quantity: 'Quantity',
    unitPrice: 'Price',
    tax: 'Tax',
    amount: 'Amount',
    none: 'No lines yet.',
    net: 'Before tax',
    taxOf: (rate, net) => `Tax, ${rate} of ${net}`,
    total: 'Total',
    paidOn: (day) => `Paid on ${day}`,
    open: 'Amount due',
    note: 'Note',
    payment: 'How to pay',
    reference: (number) => `Quote the invoice number ${number} with the payment.`,
    reason: 'Reason',
    part: {
      principal: 'Principal',
      interest: 'Interest',
      fees: 'Fees',
      penalties: 'Penalties',
    },
    partOf: (part, number, day) => `${part} of instalment ${number}, due ${day}`,
    footer: (issuer, number) => `${issuer} · ${number}`,
  },
  ae: {
    title: 'فاتورة',
    draft: 'مسودة فاتورة',
    creditNote: 'إشعار دائن',
    number: 'الرقم',
    issued: 'تاريخ الإصدار',
    due: 'تاريخ الاستحقاق',
    loan: 'القرض',
    credits: 'يلغي الفاتورة',
    from: 'من',
    to: 'إلى',
    taxNumber: (number) => `الرقم الضريبي ${number}`,
    toPay: (amount, day) => `${amount} مستحقة في ${day}`,
    credited: (amount) => `خُصم ${amount}`,
    statusText: {
      draft: 'هذه مسودة. لا شيء مستحق الدفع.',
      paid: 'سُددت بالكامل. شكرًا لك.',
      void: 'ملغاة. لا شيء مستحق الدفع.',
      credited: 'خُصمت بالكامل بإشعار دائن. لا شيء مستحق الدفع.',
    },
    description: 'البيان',
    quantity: 'الكمية',
    unitPrice: 'السعر',
    tax: 'الضريبة',
    amount: 'المبلغ',
    none: 'لا بنود بعد.',
    net: 'قبل الضريبة',
    taxOf: (rate, net) => `الضريبة، ${rate} من ${net}`,
    total: 'الإجمالي',
    paidOn: (day) => `سُدد في ${day}`,
    open: 'المبلغ المستحق',
    note: 'ملاحظة',
    payment: 'طريقة الدفع',
    reference: (number) => `اذكر رقم الفاتورة ${number} عند الدفع.`,
    reason: 'السبب',
    part: {
      principal: 'أصل الدين',
      interest: 'الفائدة',
      fees: 'الرسوم',
      penalties: 'الغرامات',
    },
    partOf: (part, number, day) => `${part} في القسط ${number} المستحق في ${day}`,
    footer: (issuer, number) => `${issuer} · ${number}`,
  },
};

/** Returns the description of a line for a part of an instalment, by language. */
export function describeDue(
  due: { readonly part: InvoicedPart; readonly number: number; readonly dueOn: string },
  printFormat: PrintFormat,
): Record<Language, string> {
  const textIn = (language: Language) => {
    const { part, partOf } = invoiceTexts[language];
    const format = pdfFormat(language, printFormat);
    return partOf(part[due.part], format.count(due.number), format.day(due.dueOn));
  };
  return { en: textIn('en'), ae: textIn('ae') };
}
