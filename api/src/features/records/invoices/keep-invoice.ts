import type { FailureOf } from '@bursar/contracts/endpoint';
import type {
  ChangeInvoice,
  CreateInvoice,
  Invoice,
  InvoiceInputs,
  RemoveInvoice,
} from '@bursar/contracts/records/invoices';
import { invoiceTotals } from '@bursar/loan-maths/invoice';
import { auditCommand } from '../../../platform/audit.ts';
import { inPortfolio, type CommandContext } from '../../../platform/command-context.ts';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Viewer } from '../../../platform/scope.ts';
import { lockWorkedLoan } from '../../servicing/loan-account/lock-loan.ts';
import {
  deleteDraft,
  findInvoice,
  holdInvoice,
  insertDraft,
  listLines,
  updateDraft,
  type HeldInvoice,
} from './invoices.store.ts';
import { listPaidBy } from './issued-invoices.store.ts';

export async function readInvoice(
  sql: Queryable,
  asked: Viewer & { readonly id: string },
): Promise<Outcome<Invoice, 'not_found'>> {
  const found = await findInvoice(sql, asked);
  if (!found) return refuse('not_found');
  const { issuerName, issuerAddress, issuerTaxNumber, issuerPaymentDetails, ...rest } = found;
  const { creditsId, creditsNumber, creditedById, creditedByNumber, ...invoice } = rest;
  const key = { portfolioId: invoice.portfolio.id, id: asked.id };
  const lines = await listLines(sql, key);
  const totals = invoiceTotals(lines);
  if (!totals.ok) throw new Error(`invoice ${asked.id}: ${totals.failure.message}`);
  return succeed({
    ...invoice,
    issuer: {
      name: issuerName,
      address: issuerAddress,
      taxNumber: issuerTaxNumber,
      paymentDetails: issuerPaymentDetails,
    },
    lines,
    taxes: [...totals.value.taxes],
    payments: await listPaidBy(sql, key),
    credits: numbered(creditsId, creditsNumber),
    creditedBy: numbered(creditedById, creditedByNumber),
  });
}

const numbered = (id: string | null, number: string | null) =>
  id === null || number === null ? null : { id, number };

/** Creates a draft. Repeating the id with the same content returns the existing draft. */
export function createInvoice(
  database: Database,
  { id, ...inputs }: InvoiceInputs & { readonly id: string },
  commandContext: CommandContext,
): Promise<Outcome<Invoice, FailureOf<CreateInvoice>>> {
  return inPortfolio(commandContext, ({ portfolio, ...context }) =>
    database.begin(async (transaction): Promise<Outcome<Invoice, FailureOf<CreateInvoice>>> => {
      const { scope, businessDate, account } = context.session;
      const { loanId } = inputs;
      // Lock the loan, so that an undo that would remove it waits and then finds the draft.
      const loan = loanId && (await lockWorkedLoan(transaction, { scope, loanId }));
      if (loan === null && loanId !== null) return refuse('not_found');
      const checked = checkInputs(inputs);
      if (!checked.ok) return checked;
      const currency = loan ? loan.currency : portfolio.currency;
      const key = { portfolioId: portfolio.id, id };
      const isNew = await insertDraft(transaction, {
        ...key,
        inputs,
        totals: checked.value,
        currency,
        createdBy: account.id,
        createdAt: context.now.toISOString(),
      });
      const made = await readInvoice(transaction, { scope, businessDate, id });
      if (!isNew) {
        const isSame = made.ok && made.value.version === 1 && holdsTheSame(made.value, inputs);
        return isSame ? made : refuse('id_reused_with_different_content');
      }
      await auditInvoice(
        transaction,
        context,
        { ...key, loanId, event: 'create-invoice' },
        {
          after: auditedInvoice(inputs, checked.value.totalMinor, currency),
        },
      );
      return made;
    }),
  );
}

export function changeInvoice(
  database: Database,
  { id, version, ...sent }: Omit<InvoiceInputs, 'loanId'> & { id: string; version: number },
  context: CommandContext,
): Promise<Outcome<Invoice, FailureOf<ChangeInvoice>>> {
  return database.begin(
    async (transaction): Promise<Outcome<Invoice, FailureOf<ChangeInvoice>>> => {
      const { scope, businessDate } = context.session;
      const held = await holdDraft(transaction, context, id);
      if (!held.ok) return held;
      if (held.value.version !== version) return refuse('changed_since');
      const { portfolioId, loanId, currency, dueOn, totalMinor } = held.value;
      const inputs = { ...sent, loanId };
      const checked = checkInputs(inputs);
      if (!checked.ok) return checked;
      await updateDraft(transaction, { portfolioId, id, inputs, totals: checked.value });
      await auditInvoice(
        transaction,
        context,
        { portfolioId, id, loanId, event: 'change-invoice' },
        {
          before: { dueOn, totalMinor, currency },
          after: auditedInvoice(inputs, checked.value.totalMinor, currency),
        },
      );
      return readInvoice(transaction, { scope, businessDate, id });
    },
  );
}

/** Deletes a draft. No customer has seen it, so only the audit trail records it. */
export function removeInvoice(
  database: Database,
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Outcome<{ id: string }, FailureOf<RemoveInvoice>>> {
  return database.begin(
    async (transaction): Promise<Outcome<{ id: string }, FailureOf<RemoveInvoice>>> => {
      const held = await holdDraft(transaction, context, id);
      if (!held.ok) return held;
      const { portfolioId, loanId, totalMinor, currency } = held.value;
      await deleteDraft(transaction, { portfolioId, id });
      await auditInvoice(
        transaction,
        context,
        { portfolioId, id, loanId, event: 'remove-invoice' },
        { before: { totalMinor, currency } },
      );
      return succeed({ id });
    },
  );
}

async function holdDraft(
  transaction: Transaction,
  { session: { scope } }: CommandContext,
  id: string,
): Promise<Outcome<HeldInvoice, 'not_found' | 'invoice_is_no_draft'>> {
  const held = await holdInvoice(transaction, { scope, id });
  if (!held) return refuse('not_found');
  return held.state === 'draft' ? succeed(held) : refuse('invoice_is_no_draft');
}

function checkInputs({ customerName, lines }: InvoiceInputs) {
  if (customerName.trim() === '') return refuse('name_missing', { field: 'customerName' });
  const nameless = lines.findIndex(({ description }) => description.trim() === '');
  if (nameless >= 0) return refuse('text_missing', { field: `lines.${nameless}.description` });
  const totals = invoiceTotals(lines);
  return totals.ok ? succeed(totals.value) : refuse('invoice_total_too_large', { field: 'lines' });
}

/** Returns a decimal as a number for comparison, because stored decimals have no trailing zeros. */
const plain = (decimal: string): number => Number(decimal);

function holdsTheSame(made: Invoice, inputs: InvoiceInputs): boolean {
  const asStored = (one: Omit<InvoiceInputs, 'loanId'>, loanId: string | null) =>
    JSON.stringify([
      loanId,
      one.customerName.trim(),
      one.customerAddress.trim(),
      one.customerTaxNumber.trim(),
      one.language,
      one.dueOn,
      one.note.trim(),
      one.lines.map(({ description, quantity, unitPriceMinor, taxPercent, instalment }) => [
        description.trim(),
        plain(quantity),
        unitPriceMinor,
        plain(taxPercent),
        instalment && [instalment.number, instalment.part],
      ]),
    ]);
  return asStored(made, made.loan?.id ?? null) === asStored(inputs, inputs.loanId);
}

const auditedInvoice = (
  { customerName, dueOn, lines }: InvoiceInputs,
  totalMinor: number,
  currency: string,
) => ({
  customerName: customerName.trim(),
  dueOn,
  lines: lines.length,
  totalMinor,
  currency,
});

type Audited = {
  readonly portfolioId: string;
  readonly id: string;
  readonly loanId: string | null;
  readonly event: Extract<
    Parameters<typeof auditCommand>[2]['event'],
    `${string}-invoice` | `${string}link-payment` | `${'record' | 'reverse'}-receipt`
  >;
};

/**
 * Writes the audit event of an invoice. It names the invoice's loan, if any, so that the holder of
 * the loan is notified; the manager is notified of invoices without a loan.
 */
export function auditInvoice(
  transaction: Transaction,
  context: CommandContext,
  { portfolioId, id, loanId, event }: Audited,
  change: Pick<Parameters<typeof auditCommand>[2], 'before' | 'after'>,
): Promise<void> {
  return auditCommand(transaction, context, {
    portfolioId,
    event,
    subject: 'invoice',
    subjectId: id,
    ...(loanId && { loanId }),
    ...change,
  });
}
