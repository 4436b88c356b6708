import type { PaymentSource } from '@bursar/contracts/choices';
import type { Language } from '@bursar/contracts/languages';
import type { LedgerEvent } from '../../servicing/ledger/ledger-entry.ts';

type StatementText = {
  readonly loan: string;
  readonly from: string;
  readonly to: string;
  readonly taxNumber: (number: string) => string;
  readonly principal: string;
  readonly interest: string;
  readonly fees: string;
  readonly penalties: string;
  readonly footer: (issuer: string, made: string) => string;
  readonly receipt: {
    readonly title: string;
    readonly lead: (amount: string, day: string) => string;
    /**
     * The opening sentence for a payment from the credit balance, for which no money was received.
     */
    readonly leadWithCredit: (amount: string, day: string) => string;
    readonly reversed: (day: string, reason: string) => string;
    readonly number: string;
    readonly valueDate: string;
    readonly posted: string;
    readonly method: string;
    readonly methods: Record<PaymentSource, string>;
    readonly item: string;
    readonly amount: string;
    readonly credit: string;
    readonly recovered: string;
    readonly total: string;
    readonly totalWithCredit: string;
    readonly outstanding: string;
    readonly note: string;
  };
  readonly payoff: {
    readonly title: string;
    readonly lead: (amount: string, day: string) => string;
    readonly day: string;
    readonly item: string;
    readonly interestDue: string;
    readonly interestAccrued: string;
    readonly paidAhead: string;
    readonly total: string;
    readonly validity: string;
    readonly valid: string;
    readonly payment: string;
    /** The payment reference, which lets the lender find the loan. */
    readonly reference: (loan: string) => string;
  };
  readonly statement: {
    readonly title: string;
    readonly lead: (from: string, to: string) => string;
    readonly entries: string;
    readonly day: string;
    readonly entry: string;
    readonly lent: string;
    readonly added: string;
    readonly paid: string;
    readonly balance: string;
    readonly sums: string;
    readonly opening: (day: string) => string;
    readonly closing: (day: string) => string;
    readonly none: string;
    readonly noteTitle: string;
    readonly note: string;
    readonly events: Record<LedgerEvent, string>;
  };
};

/** The texts of a loan's statements, receipts and payoff letters, by language. */
export const statementText: Record<Language, StatementText> = {
  en: {
    loan: 'Loan',
    from: 'From',
    to: 'For',
    taxNumber: (number) => `Tax number ${number}`,
    principal: 'Principal',
    interest: 'Interest',
    fees: 'Fees',
    penalties: 'Penalties',
    footer: (issuer, made) => `${issuer} · issued ${made}`,
    receipt: {
      title: 'Receipt',
      lead: (amount, day) => `${amount} received, ${day}`,
      leadWithCredit: (amount, day) => `${amount} paid with credit, ${day}`,
      reversed: (day, reason) => `Reversed on ${day}: ${reason}`,
      number: 'Payment',
      valueDate: 'Value date',
      posted: 'Posted',
      method: 'Method',
      methods: {
        'bank-transfer': 'Bank transfer',
        'direct-debit': 'Direct debit',
        card: 'Card',
        cash: 'Cash',
        cheque: 'Cheque',
        credit: 'Credit balance',
        other: 'Other',
      },
      item: 'Allocation',
      amount: 'Amount',
      credit: 'To credit balance',
      recovered: 'Recovered',
      total: 'Received',
      totalWithCredit: 'Paid with credit',
      outstanding: 'Outstanding principal',
      note: 'Note',
    },
    payoff: {
      title: 'Payoff quote',
      lead: (amount, day) => `${amount} settles the loan on ${day}`,
      day: 'Paid on',
      item: 'Item',
      interestDue: 'Interest due',
      interestAccrued: 'Interest accrued to that day',
      paidAhead: 'Paid in advance',
      total: 'Payoff amount',
      validity: 'Validity',
      valid: 'Valid until the end of that day if nothing is paid or charged before.',
      payment: 'How to pay',
      reference: (loan) => `Quote the loan number ${loan} with the payment.`,
    },
    statement: {
      title: 'Statement of account',
      lead: (from, to) => `${from} to ${to}`,
      entries: 'Entries',
      day: 'Day',
      entry: 'Entry',
      lent: 'Disbursed',
      added: 'Charged',
      paid: 'Paid',
      balance: 'Balance',
      sums: 'Totals for the period',
      opening: (day) => `Balance before ${day}`,
      closing: (day) => `Balance on ${day}`,
      none: 'No entries in this period.',
      noteTitle: 'Notes',
      note: 'Interest is charged when it is paid. A negative balance is the borrower’s credit.',
      events: {
        'board-loan': 'Opening balance',
        'disburse-loan': 'Disbursement',
        'undo-disbursement': 'Disbursement undone',
        'write-off-loan': 'Write-off',
        'undo-write-off': 'Write-off undone',
        'recover-loan': 'Payment on a written-off loan',
        'post-payment': 'Payment',
        'reverse-payment': 'Payment reversed',
        'reallocate-payment': 'Payment reallocated',
        'undo-import': 'Removed from the books',
        'add-charge': 'Charge',
        'waive-charge': 'Charge waived',
        'undo-waiver': 'Waiver undone',
        'refund-credit': 'Credit refunded',
        'undo-refund': 'Refund undone',
        'claim-refund': 'Refund to be paid back',
      },
    },
  },
  ae: {
    loan: 'القرض',
    from: 'من',
    to: 'إلى',
    taxNumber: (number) => `الرقم الضريبي ${number}`,
    principal: 'الأصل',
    interest: 'الفائدة',
    fees: 'الرسوم',
    penalties: 'الغرامات',
    footer: (issuer, made) => `${issuer} · صدر في ${made}`,
    receipt: {
      title: 'إيصال',
      lead: (amount, day) => `استُلم ${amount} في ${day}`,
      leadWithCredit: (amount, day) => `سُدد ${amount} من الرصيد في ${day}`,
      reversed: (day, reason) => `عُكست في ${day}: ${reason}`,
      number: 'الدفعة',
      valueDate: 'تاريخ القيمة',
      posted: 'التسجيل',
      method: 'الطريقة',
      methods: {
        'bank-transfer': 'تحويل مصرفي',
        'direct-debit': 'خصم مباشر',
        card: 'بطاقة',
        cash: 'نقدًا',
        cheque: 'شيك',
        credit: 'رصيد المقترض',
        other: 'أخرى',
      },
      item: 'توزيع الدفعة',
      amount: 'المبلغ',
      credit: 'إلى رصيد المقترض',
      recovered: 'مسترد',
      total: 'المستلم',
      totalWithCredit: 'المسدد من الرصيد',
      outstanding: 'الأصل المتبقي',
      note: 'ملاحظة',
    },
    payoff: {
      title: 'عرض سداد كامل',
      lead: (amount, day) => `يسدد ${amount} القرض كاملًا في ${day}`,
      day: 'يُدفع في',
      item: 'البند',
      interestDue: 'فائدة مستحقة',
      interestAccrued: 'فائدة حتى ذلك اليوم',
      paidAhead: 'مدفوع مقدمًا',
      total: 'مبلغ السداد الكامل',
      validity: 'الصلاحية',
      valid: 'يسري حتى نهاية ذلك اليوم إن لم يُدفع أو يُحتسب شيء قبله.',
      payment: 'طريقة الدفع',
      reference: (loan) => `اذكر رقم القرض ${loan} عند الدفع.`,
    },
    statement: {
      title: 'كشف حساب',
      lead: (from, to) => `من ${from} إلى ${to}`,
      entries: 'القيود',
      day: 'اليوم',
      entry: 'القيد',
      lent: 'المصروف',
      added: 'المحتسب',
      paid: 'المدفوع',
      balance: 'الرصيد',
      sums: 'مجاميع الفترة',
      opening: (day) => `الرصيد قبل ${day}`,
      closing: (day) => `الرصيد في ${day}`,
      none: 'لا قيود في هذه الفترة.',
      noteTitle: 'ملاحظات',
      note: 'تُحتسب الفائدة عند سدادها. والرصيد السالب هو رصيد دائن للمقترض.',
      events: {
        'board-loan': 'رصيد افتتاحي',
        'disburse-loan': 'صرف القرض',
        'undo-disbursement': 'التراجع عن الصرف',
        'write-off-loan': 'شطب',
        'undo-write-off': 'التراجع عن الشطب',
        'recover-loan': 'دفعة على قرض مشطوب',
        'post-payment': 'دفعة',
        'reverse-payment': 'عكس دفعة',
        'reallocate-payment': 'إعادة توزيع دفعة',
        'undo-import': 'إخراج من الدفاتر',
        'add-charge': 'رسم',
        'waive-charge': 'إعفاء من رسم',
        'undo-waiver': 'التراجع عن الإعفاء',
        'refund-credit': 'ردّ رصيد',
        'undo-refund': 'التراجع عن ردّ الرصيد',
        'claim-refund': 'مبلغ مردود واجب الإعادة',
      },
    },
  },
};
