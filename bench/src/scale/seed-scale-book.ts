import type { Database } from '@bursar/api/platform/database';
import { seedPeople } from '../lists/seed-book.ts';
import { withoutIndexes } from '../without-indexes.ts';
import { keepWordsOfNames } from '../keep-words-of-names.ts';
import { sumLoanParts } from '../sum-loan-parts.ts';

/**
 * Creates a lender's book in its first year, with whole histories: 36 monthly instalments a loan,
 * five payments on average with allocations and ledger lines, one loan in twenty late, two in a
 * hundred paid off and one written off. A quarter of the names are in Arabic script. The database
 * derives every row from the loan's number, so every run measures the same rows.
 */
export async function seedScaleBook(owner: Database, loans: number): Promise<void> {
  await owner.begin(async (transaction) => {
    await seedPeople(transaction, loans);
    await withoutIndexes(transaction, filled, async () => {
      await transaction`set local session_replication_role = replica`;
      await transaction.unsafe(books).simple();
      await transaction.unsafe(money).simple();
      await transaction.unsafe(listed).simple();
    });
  });
  await owner`vacuum analyze`;
}

const filled = [
  'borrowers',
  'loans',
  'loan_state',
  'instalments',
  'loan_list_rows',
  'payments',
  'payment_allocations',
  'ledger_transactions',
  'ledger_lines',
];

/**
 * `due` is the number of instalments due before the book's day, `paid` the number of paid ones. A
 * late loan has not paid its last due instalments; one in fifteen payments was 35 to 37 days late.
 */
const books = `
  create temporary table aged on commit drop as
  select n, pg_temp.made('portfolio', 1) as portfolio_id, pg_temp.made('loan', n) as loan_id,
    pg_temp.made('team', agent % 10) as team_id, pg_temp.made('agent', agent) as agent_id, kind,
    current_setting('bench.day')::date - age as disbursed_on, part, due,
    case when kind between 1 and 5 then greatest(due - 1 - pg_temp.dice(n, 21, 3), 0)
      when kind in (6, 7) and due > 0 then 36 when kind = 8 then greatest(due - 4, 0) else due end as paid
  from (
    select n, pg_temp.dice(n, 1, 100) as kind, pg_temp.dice(n, 2, 100) as agent, age,
      (10 + pg_temp.dice(n, 4, 990)) * 100 as part,
      (extract(year from age(current_setting('bench.day')::date - 1,
        current_setting('bench.day')::date - age)) * 12
      + extract(month from age(current_setting('bench.day')::date - 1,
        current_setting('bench.day')::date - age)))::int as due
    from (select n, 5 + pg_temp.dice(n, 5, 330) as age
      from generate_series(1, current_setting('bench.loans')::int) n) aged
  ) drawn;

  insert into borrowers (portfolio_id, id, external_id, name)
  select portfolio_id, pg_temp.made('borrower', n), 'B' || n, case n % 4
    when 0 then (array['فاطمة','محمد','عائشة','يوسف','خديجة','عمر','مريم','خالد'])
        [1 + pg_temp.dice(n, 6, 8)] || ' ' ||
      (array['الهاشمي','بن علي','القحطاني','المنصوري','السعيد','الزهراني','بوعزيز','الخطيب'])
        [1 + pg_temp.dice(n, 7, 8)]
    else (array['Aaliyah','Ben','Camila','Diego','Elena','Fatima','Gabriel','Hana','Ines','Jonas'])
        [1 + pg_temp.dice(n, 6, 10)] || ' ' ||
      (array['Abbott','Bauer','Castillo','Diaz','Eriksen','Flores','Gupta','Hughes','Ito','Jensen'])
        [1 + pg_temp.dice(n, 7, 10)] end || ' ' || to_hex(n)
  from aged;

  insert into loans (portfolio_id, id, reference_number, borrower_id, product_id, purpose, currency,
    principal_minor, annual_rate_percent, instalment_count, frequency_unit, frequency_every,
    schedule_method, day_count, instalment_rounding, instalment_minor, disbursed_on, first_due_on,
    external_id, grade, created_at)
  select portfolio_id, loan_id, n, pg_temp.made('borrower', n), pg_temp.made('product', n % 3),
    (array['car', 'home', 'school'])[1 + n % 3], 'USD', part * 36, 10, 36, 'months', 1, 'flat',
    '30/360', 'up', part + part / 4, disbursed_on, (disbursed_on + interval '1 month')::date,
    'X' || n, chr(65 + n % 5), now()
  from aged;

  insert into instalments (portfolio_id, loan_id, number, due_on, principal_minor, interest_minor,
    principal_paid_minor, interest_paid_minor)
  select portfolio_id, loan_id, place, (disbursed_on + place * interval '1 month')::date, part,
    part / 4, case when place <= paid then part else 0 end,
    case when place <= paid then part / 4 else 0 end
  from aged cross join generate_series(1, 36) place;`;

/**
 * Creates the payments; the last payment of a closed loan pays the remaining amount. A late payment
 * whose delay has not passed yet was made on the due date instead.
 */
const money = `
  create temporary table paying on commit drop as
  select *, parts * part as principal, parts * (part / 4) as interest,
    case when due_on + delay < current_setting('bench.day')::date then due_on + delay else due_on end
      as value_date
  from (
    select aged.*, place, pg_temp.made('payment', n * 64 + place) as payment_id,
      case when paid = 36 and place = due then 37 - due else 1 end as parts,
      (disbursed_on + place * interval '1 month')::date as due_on,
      pg_temp.dice(n * 64 + place, 20, 3)
        + case when pg_temp.dice(n * 64 + place, 22, 15) = 0 then 35 else 0 end as delay
    from aged cross join lateral generate_series(1, least(paid, due)) place
  ) dated;

  insert into payments (portfolio_id, id, loan_id, currency, amount_minor, principal_minor,
    interest_minor, fees_minor, penalties_minor, value_date, method, team_id, agent_id, posted_by,
    posted_at)
  select portfolio_id, payment_id, loan_id, 'USD', principal + interest, principal, interest, 0, 0,
    value_date, 'card', team_id, agent_id, agent_id, value_date + interval '10 hours'
  from paying;

  insert into payment_allocations (portfolio_id, payment_id, instalment_number, principal_minor,
    interest_minor, fees_minor, penalties_minor)
  select portfolio_id, payment_id, place + extra, part, part / 4, 0, 0
  from paying cross join lateral generate_series(0, parts - 1) extra;

  insert into income_days
    (portfolio_id, day, team_id, agent_id, principal_minor, interest_minor, payments)
  select portfolio_id, value_date, team_id, agent_id, sum(principal), sum(interest), count(*)
  from paying group by 1, 2, 3, 4;

  insert into ledger_transactions (portfolio_id, id, loan_id, event, source_id, value_date,
    posted_by, posted_at)
  select portfolio_id, loan_id, loan_id, 'disburse-loan', loan_id, disbursed_on, agent_id,
    disbursed_on + interval '9 hours' from aged
  union all
  select portfolio_id, payment_id, loan_id, 'post-payment', payment_id, value_date, agent_id,
    value_date + interval '10 hours' from paying;

  insert into ledger_lines (portfolio_id, transaction_id, number, account, currency, debit_minor,
    credit_minor)
  select portfolio_id, loan_id, number, account, 'USD', debit, credit
  from aged cross join lateral (values
    (1, 'loans-receivable', part * 36, 0), (2, 'cash', 0, part * 36)
  ) line (number, account, debit, credit)
  union all
  select portfolio_id, payment_id, number, account, 'USD', debit, credit
  from paying cross join lateral (values
    (1, 'cash', principal + interest, 0), (2, 'loans-receivable', 0, principal),
    (3, 'interest-income', 0, interest)
  ) line (number, account, debit, credit);

  insert into ledger_days (portfolio_id, day, account, currency, debit_minor, credit_minor, lines)
  select line.portfolio_id, entry.value_date, line.account, line.currency, sum(line.debit_minor),
    sum(line.credit_minor), count(*)
  from ledger_lines line
  join ledger_transactions entry
    on entry.portfolio_id = line.portfolio_id and entry.id = line.transaction_id
  group by 1, 2, 3, 4;

  insert into held_ledger_days (portfolio_id, holder_id, day, account, currency, debit_minor,
    credit_minor, lines)
  select line.portfolio_id, holder.id, entry.value_date, line.account, line.currency,
    sum(line.debit_minor), sum(line.credit_minor), count(*)
  from ledger_lines line
  join ledger_transactions entry
    on entry.portfolio_id = line.portfolio_id and entry.id = line.transaction_id
  join aged using (loan_id)
  cross join lateral (values (aged.team_id), (aged.agent_id)) holder (id)
  group by 1, 2, 3, 4, 5;`;

const listed = `
  insert into loan_state (portfolio_id, loan_id, status, team_id, agent_id,
    outstanding_principal_minor, principal_paid_minor, interest_paid_minor,
    written_off_principal_minor, oldest_unpaid_due_on, oldest_unpaid_minor, last_payment_on)
  select portfolio_id, loan_id,
    case when paid = 36 then 'closed' when kind = 8 then 'written_off' else 'active' end, team_id,
    agent_id, case when kind = 8 then 0 else part * (36 - paid) end, part * paid,
    (part / 4) * paid, case when kind = 8 then part * (36 - paid) else 0 end,
    case when paid < 36 then (disbursed_on + (paid + 1) * interval '1 month')::date end,
    case when paid < 36 then part + part / 4 else 0 end, last_on
  from aged
  left join (select n, max(value_date) as last_on from paying group by 1) last using (n);

  insert into loan_write_offs (portfolio_id, id, loan_id, event, value_date, principal_minor, reason,
    made_by, made_at)
  select portfolio_id, pg_temp.made('write-off', n), loan_id, 'write-off-loan',
    current_setting('bench.day')::date - 1 - pg_temp.dice(n, 23, 5), part * (36 - paid), 'Measured',
    agent_id, current_setting('bench.day')::date
  from aged where kind = 8;

  insert into loan_list_rows (portfolio_id, loan_id, product_id, reference_number, principal_minor,
    outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
    borrower_name, search_text, team_id, agent_id, import_id, borrower_id, external_id, purpose,
    grade, borrower_shown, facts, due_minor, arrears_minor, dues_counted_on, dues_hold_until)
  select listed.*, case when listed.status = 'active'
      then (part + part / 4) * greatest(due - paid, 1) else 0 end,
    case when listed.status = 'active' then (part + part / 4) * greatest(due - paid, 0) else 0 end,
    current_setting('bench.day')::date, current_setting('bench.day')::date + 1
  from (
    select portfolio_id, loan_id, product_id, reference_number, principal_minor,
      outstanding_principal_minor, disbursed_on, next_due_on, annual_rate_percent, status, currency,
      borrower_name, search_text, team_id, agent_id, import_id, borrower_id, external_id, purpose,
      grade, borrower_shown, facts
    from loans_to_list
  ) listed join aged using (loan_id);

  insert into loan_totals (portfolio_id, product_id, team_id, agent_id, status, currency, loans,
    principal_minor, outstanding_principal_minor)
  select portfolio_id, product_id, team_id, agent_id, status, currency, count(*),
    sum(principal_minor), sum(outstanding_principal_minor)
  from loan_list_rows group by 1, 2, 3, 4, 5, 6;

  ${sumLoanParts}
  ${keepWordsOfNames}

  insert into due_marks (portfolio_id, loan_id) select portfolio_id, loan_id from loan_state;`;
