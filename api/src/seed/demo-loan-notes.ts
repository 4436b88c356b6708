import type { Transaction } from '../platform/database.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

type Noting = { readonly people: DemoPeople; readonly random: Random; readonly today: string };

/** Adds agents' notes on late loans, some of which mention a desk. */
export async function addDemoLoanNotes(
  transaction: Transaction,
  { people: { portfolioId, desks }, random, today }: Noting,
): Promise<void> {
  const late = await transaction<{ loanId: string; teamId: string; agentId: string }[]>`
    select state.loan_id, state.team_id, state.agent_id from loan_state state
    join loans loan on loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
    where state.portfolio_id = ${portfolioId} and state.status = 'active'
      and state.agent_id is not null and state.oldest_unpaid_due_on < ${today}::date - 14
    order by loan.reference_number`;
  const names = new Map(
    (
      await transaction<{ id: string; name: string }[]>`
        select id, name from accounts where portfolio_id = ${portfolioId}`
    ).map(({ id, name }) => [id, name]),
  );
  for (const { loanId, teamId, agentId } of late) {
    if (!random.chance(0.4)) continue;
    const at = momentOf(today, 5, random.between(0, 59));
    const id = random.uuid(at);
    const desk = random.chance(0.3) ? desks.get(teamId) : undefined;
    const picked = random.pick(texts);
    const text = desk ? `${picked} @${names.get(desk) ?? ''}, please have a look.` : picked;
    await transaction`
      insert into loan_notes (portfolio_id, id, loan_id, text, written_by, written_at)
      values (${portfolioId}, ${id}, ${loanId}, ${text}, ${agentId}, ${at.toISOString()})`;
    if (!desk) continue;
    await transaction`
      insert into loan_note_mentions (portfolio_id, note_id, account_id)
      values (${portfolioId}, ${id}, ${desk})`;
  }
}

const texts = [
  'Works nights until the end of the month: call in the afternoon only.',
  'Lost the job in spring, starts a new one on the 1st. Asks to keep the instalment as it is.',
  'The number on file is the sister’s. She passes messages on.',
  'Says that the last transfer went to the old account. Bank statement is on its way.',
  'Moved house; the new address is on the borrower’s card.',
  'Disputes the second instalment: was told it would be taken by direct debit.',
];
