import type { PendingQuery, Row } from 'postgres';
import type { Transaction } from '../platform/database.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Tagging = { readonly people: DemoPeople; readonly random: Random; readonly today: string };

export async function addDemoTags(
  transaction: Transaction,
  { people: { portfolioId, managerId }, random, today }: Tagging,
): Promise<void> {
  const at = momentOf(today, 6);
  const put = async (name: string, colour: string, fits: PendingQuery<Row[]>) => {
    const id = random.uuid(at);
    await transaction`
      insert into tags (portfolio_id, id, name, colour, created_by, created_at)
      values (${portfolioId}, ${id}, ${name}, ${colour}, ${managerId}, ${at.toISOString()})`;
    await transaction`
      insert into loan_tags (portfolio_id, loan_id, tag_id, put_on_by, put_on_at)
      select state.portfolio_id, state.loan_id, ${id}, ${managerId}, ${at.toISOString()}
      from loan_state state
      join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      where state.portfolio_id = ${portfolioId} and state.status = 'active' and ${fits}`;
  };
  const daysLate = transaction`(${today}::date - state.oldest_unpaid_due_on)`;
  const every = (nth: number) => transaction`loan.reference_number % ${nth}::int = 0`;
  await put('Hardship', 'ochre', transaction`${daysLate} between 31 and 120 and ${every(3)}`);
  await put('With the lawyer', 'slate', transaction`${daysLate} > 120`);
  await put('VIP', 'lapis', transaction`loan.principal_minor > 2000000 and ${every(7)}`);
  await put('Disputed', 'violet', transaction`${daysLate} > 5 and ${every(5)}`);
  await put('Call after 17:00', 'teal', every(29));
}
