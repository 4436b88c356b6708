import type { ReconciliationCheck } from './reconciliation-check.store.ts';

export const bankLineChecks: readonly ReconciliationCheck[] = [
  {
    id: 'bank-lines',
    holds: 'a posted bank line and its payment agree, and no other line has a payment',
    differences: (sql) => sql`
      select 'bank file ' || file.file_name || ', line ' || line.number as subject,
        case when line.state = 'posted' then concat_ws(' ', line.loan_id, line.amount_minor,
          line.currency, line.value_on, 'bank-transfer') else 'no payment' end as expected,
        coalesce(concat_ws(' ', payment.loan_id, payment.amount_minor, payment.currency,
          payment.value_date, payment.method), 'no payment') as found
      from bank_file_lines line
      join bank_files file on file.portfolio_id = line.portfolio_id and file.id = line.bank_file_id
      left join payments payment on payment.portfolio_id = line.portfolio_id
        and payment.id = line.payment_id
      where (line.state = 'posted' and (payment.loan_id, payment.amount_minor, payment.currency,
          payment.value_date, payment.method) is distinct from
          (line.loan_id, line.amount_minor, line.currency, line.value_on, 'bank-transfer'))
        or (line.state in ('matched', 'needs-look', 'refused') and payment.id is not null)`,
  },
];
