import type { ReconciliationCheck } from './reconciliation-check.store.ts';

export const bankLineChecks: readonly ReconciliationCheck[] = [
  {
    id: 'bank-lines',
    holds: 'a posted bank line and its payment agree, and no other line has a payment',
    differences: (sql) => sql`
      with line as (
        select line.portfolio_id, line.bank_file_id, line.number, line.state, line.currency,
          line.value_on, line.amount_minor as whole_minor,
          coalesce(part.loan_id, line.loan_id) as loan_id,
          coalesce(part.payment_id, line.payment_id) as payment_id,
          coalesce(part.amount_minor, line.amount_minor) as amount_minor,
          sum(coalesce(part.amount_minor, line.amount_minor))
            over (partition by line.portfolio_id, line.id) as sum_minor
        from bank_file_lines line
        left join bank_line_parts part on part.portfolio_id = line.portfolio_id
          and part.bank_line_id = line.id
      )
      select distinct 'bank file ' || file.file_name || ', line ' || line.number as subject,
        line.whole_minor::text as expected, line.sum_minor::text as found
      from line
      join bank_files file on file.portfolio_id = line.portfolio_id and file.id = line.bank_file_id
      where line.sum_minor <> line.whole_minor
      union all
      select 'bank file ' || file.file_name || ', line ' || line.number as subject,
        case when line.state = 'posted' then concat_ws(' ', line.loan_id, line.amount_minor,
          line.currency, line.value_on, 'bank-transfer') else 'no payment' end as expected,
        coalesce(concat_ws(' ', payment.loan_id, payment.amount_minor, payment.currency,
          payment.value_date, payment.method), 'no payment') as found
      from line
      join bank_files file on file.portfolio_id = line.portfolio_id and file.id = line.bank_file_id
      left join payments payment on payment.portfolio_id = line.portfolio_id
        and payment.id = line.payment_id
      where (line.state = 'posted' and (payment.loan_id, payment.amount_minor, payment.currency,
          payment.value_date, payment.method) is distinct from
          (line.loan_id, line.amount_minor, line.currency, line.value_on, 'bank-transfer'))
        or (line.state in ('matched', 'needs-look', 'refused') and payment.id is not null)`,
  },
];
