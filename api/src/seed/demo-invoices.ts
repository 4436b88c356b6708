import type { InvoiceInputs, InvoiceLineInputs } from '@bursar/contracts/records/invoices';
import { addDays, type CalendarDate } from '@bursar/loan-maths';
import { invoiceTotals } from '@bursar/loan-maths/invoice';
import { describeDue } from '../features/records/invoices/invoice-text.ts';
import { insertDraft } from '../features/records/invoices/invoices.store.ts';
import {
  insertLink,
  issueDraft,
  markVoid,
} from '../features/records/invoices/issued-invoices.store.ts';
import { writeIssuer } from '../features/records/invoices/invoice-issuers.store.ts';
import type { Transaction } from '../platform/database.ts';
import { demoPortfolio, type DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';
import { usualPrintFormat } from '@bursar/contracts/print-format.values';

type Filing = {
  readonly people: DemoPeople;
  readonly random: Random;
  readonly today: CalendarDate;
};

/** Adds the invoice issuer, and invoices in most states; most are for loans that agents work. */
export async function addDemoInvoices(transaction: Transaction, filing: Filing): Promise<void> {
  const { people, today } = filing;
  const { portfolioId, managerId } = people;
  await writeIssuer(transaction, {
    portfolioId,
    name: `${demoPortfolio.name} LLC`,
    address: '12 Quay Street\nDubai Marina, Dubai',
    taxNumber: '100 234 567 800 003',
    paymentDetails: 'IBAN AE07 0331 2345 6789 0123 456',
    dueDays: 14,
    version: 0,
  });
  const loans = await loansWithMoney(transaction, portfolioId);
  const fee = (description: string, unitPriceMinor: number, taxPercent = '5') => ({
    ...plainLine,
    description,
    unitPriceMinor,
    taxPercent,
  });
  const [first, second, third, fourth, fifth] = loans;
  if (!first || !second || !third || !fourth || !fifth) return;
  const sent: readonly Sent[] = [
    { ...first, daysAgo: 40, lines: dueLines(first, 'en'), paid: 'whole' },
    { ...second, daysAgo: 31, lines: [fee('Copy of the loan contract', 2_500)], paid: 'nothing' },
    { ...third, daysAgo: 24, lines: dueLines(third, 'ae'), language: 'ae', paid: 'part' },
    { ...fourth, daysAgo: 18, lines: [fee('Late fee, second reminder', 3_500, '0')], isVoid: true },
    {
      ...fifth,
      daysAgo: 4,
      lines: [...dueLines(fifth, 'en'), fee('Change of the payment day', 4_000)],
    },
    {
      ...nobody,
      name: 'Marina Brokers',
      daysAgo: 2,
      lines: [{ ...fee('Training on loan tapes, hours', 12_500), quantity: '6' }],
    },
  ];
  for (const one of sent) await send(transaction, filing, one);
  const draft = { ...nobody, name: 'City Records Office', daysAgo: 0 };
  await begin(transaction, filing, { ...draft, lines: [fee('Search of the register', 5_500)] });

  async function send(tx: Transaction, of: Filing, invoice: Sent) {
    const id = await begin(tx, of, invoice);
    const on = addDays(today, -invoice.daysAgo);
    const key = { portfolioId, id };
    await issueDraft(tx, { ...key, on, by: managerId });
    const at = momentOf(on, 12).toISOString();
    if (invoice.isVoid) {
      await markVoid(tx, { ...key, reason: 'Sent to the wrong borrower', by: managerId, at });
    }
    const { paymentId, paidMinor, paid = 'nothing' } = invoice;
    if (paymentId === null || paid === 'nothing') return;
    const totals = totalsOf(invoice.lines);
    const wholeMinor = Math.min(totals.totalMinor, paidMinor);
    const amountMinor = paid === 'whole' ? wholeMinor : Math.ceil(wholeMinor / 2);
    await insertLink(tx, { ...key, paymentId, amountMinor, by: managerId, at });
  }
}

type Payer = {
  readonly loanId: string | null;
  readonly name: string;
  readonly paymentId: string | null;
  readonly paidMinor: number;
};

type Sent = Payer & {
  readonly daysAgo: number;
  readonly lines: InvoiceLineInputs[];
  readonly language?: InvoiceInputs['language'];
  readonly paid?: 'whole' | 'part' | 'nothing';
  readonly isVoid?: boolean;
};

const nobody = { loanId: null, paymentId: null, paidMinor: 0 };
const plainLine = { quantity: '1', taxPercent: '0', instalment: null };

async function begin(transaction: Transaction, { people, random, today }: Filing, invoice: Sent) {
  const on = addDays(today, -invoice.daysAgo);
  const at = momentOf(on, 9);
  const id = random.uuid(at);
  const { loanId, name: customerName, lines, language = 'en' } = invoice;
  const inputs: InvoiceInputs = {
    loanId,
    customerName,
    customerAddress: '',
    customerTaxNumber: '',
    language,
    dueOn: addDays(on, 14),
    note: '',
    lines,
  };
  await insertDraft(transaction, {
    portfolioId: people.portfolioId,
    id,
    inputs,
    totals: totalsOf(lines),
    currency: demoPortfolio.currency,
    createdBy: people.managerId,
    createdAt: at.toISOString(),
  });
  return id;
}

function totalsOf(lines: readonly InvoiceLineInputs[]) {
  const totals = invoiceTotals(lines);
  if (!totals.ok) throw new Error(totals.failure.message);
  return totals.value;
}

type DemoLoan = Payer & {
  readonly number: number;
  readonly dueOn: string;
  readonly principalMinor: number;
  readonly interestMinor: number;
};

/** Lists active loans of agents with a payment, with their last paid instalment. */
async function loansWithMoney(transaction: Transaction, portfolioId: string): Promise<DemoLoan[]> {
  const rows = await transaction<DemoLoan[]>`
    select state.loan_id, coalesce(borrower.name, borrower.external_id) as name,
      latest.id as payment_id, latest.amount_minor as paid_minor, due.number, due.due_on,
      due.principal_minor, due.interest_minor
    from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    cross join lateral (
      select payment.id, payment.amount_minor from payments payment
      where payment.portfolio_id = state.portfolio_id and payment.loan_id = state.loan_id
        and not exists (select from payment_reversals reversal
          where reversal.portfolio_id = payment.portfolio_id and reversal.payment_id = payment.id)
      order by payment.value_date desc, payment.id limit 1
    ) latest
    cross join lateral (
      select * from instalments
      where portfolio_id = state.portfolio_id and loan_id = state.loan_id
        and interest_paid_minor = interest_minor and interest_minor > 0
      order by number desc limit 1
    ) due
    where state.portfolio_id = ${portfolioId} and state.status = 'active'
      and state.agent_id is not null
    order by loan.reference_number desc limit 5`;
  return rows.map((row) => ({ ...row }));
}

function dueLines(loan: DemoLoan, language: InvoiceInputs['language']): InvoiceLineInputs[] {
  const parts = [
    ['principal', loan.principalMinor],
    ['interest', loan.interestMinor],
  ] as const;
  return parts.map(([part, unitPriceMinor]) => ({
    ...plainLine,
    description: describeDue({ ...loan, part }, usualPrintFormat)[language],
    unitPriceMinor,
    instalment: { number: loan.number, part },
  }));
}
