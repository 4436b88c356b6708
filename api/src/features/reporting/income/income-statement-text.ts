import type { Language } from '@bursar/contracts/languages';

type StatementTexts = {
  readonly title: string;
  readonly interest: string;
  readonly fees: string;
  readonly penalties: string;
  readonly income: string;
  readonly target: string;
  readonly commission: string;
  readonly commissionOf: (rate: string, income: string) => string;
  readonly noRate: string;
  readonly payments: string;
  readonly day: string;
  readonly loan: string;
  readonly borrower: string;
  readonly total: string;
  readonly none: string;
  readonly footer: (made: string) => string;
};

export const statementTexts: Record<Language, StatementTexts> = {
  en: {
    title: 'Income statement',
    interest: 'Interest',
    fees: 'Fees',
    penalties: 'Penalties',
    income: 'Income',
    target: 'Monthly target',
    commission: 'Commission',
    commissionOf: (rate, income) => `Commission, ${rate} of ${income}`,
    noRate: 'No rate agreed',
    payments: 'Payments received',
    day: 'Value date',
    loan: 'Loan',
    borrower: 'Borrower',
    total: 'Total',
    none: 'No payments were received in this month.',
    footer: (made) =>
      `Issued ${made}. A payment posted or reversed later for this month changes these figures.`,
  },
  ae: {
    title: 'كشف الدخل',
    interest: 'الفائدة',
    fees: 'الرسوم',
    penalties: 'الغرامات',
    income: 'الدخل',
    target: 'الهدف الشهري',
    commission: 'العمولة',
    commissionOf: (rate, income) => `العمولة، ${rate} من ${income}`,
    noRate: 'لا نسبة متفقًا عليها',
    payments: 'الدفعات المستلمة',
    day: 'تاريخ القيمة',
    loan: 'القرض',
    borrower: 'المقترض',
    total: 'الإجمالي',
    none: 'لم تُستلم دفعات في هذا الشهر.',
    footer: (made) => `صدر في ${made}. أي دفعة تُسجّل أو تُعكس لاحقًا لهذا الشهر تغيّر أرقامه.`,
  },
};
