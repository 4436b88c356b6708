import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangePortfolio, type TestPortfolio } from '../../../../testing/arrange.ts';
import { generateTape } from '../../../../seed/generate-tape.ts';
import { openImportOffice, type ImportOffice } from '../../../../testing/import-office.ts';
import { createTestDatabase } from '../../../../testing/test-database.ts';
import {
  countUnread,
  listNotificationsOf,
} from '../../../access/notifications/notifications.store.ts';
import { readObstacles } from '../read-imports.ts';
import { undoImport } from './undo-import.ts';

const { database, owner } = await createTestDatabase();
const tape = generateTape({ rows: 60 });

let office: ImportOffice;
let portfolio: TestPortfolio;
let portfolios = 0;
beforeEach(async () => {
  portfolios += 1;
  portfolio = await arrangePortfolio(owner, `p${portfolios}`);
  office = openImportOffice(database, portfolio);
});

describe('undoing an import', () => {
  it('takes its loans out of the lists and its money out of the books', async () => {
    const { id } = await office.book(tape);
    const undone = await undoImport(office.desk, id, office.actor);
    expect(undone).toMatchObject({
      value: { state: 'undone', undoneAt: '2026-06-15T12:00:00.000Z' },
    });
    expect(await office.read(id)).toMatchObject({ state: 'undone' });
    const [left] = await owner`
      select
        (select count(*)::int from loan_state where portfolio_id = ${portfolio.id}) as states,
        (select count(*)::int from instalments where portfolio_id = ${portfolio.id}) as instalments,
        (select count(*)::int from loans
          where portfolio_id = ${portfolio.id} and withdrawn_at is null) as loans`;
    expect(left).toEqual({ states: 0, instalments: 0, loans: 0 });
    const accounts = await owner`
      select account from ledger_lines where portfolio_id = ${portfolio.id}
      group by account having sum(debit_minor) <> sum(credit_minor)`;
    expect(accounts).toEqual([]);
  });

  it('adds an opposite entry for each and removes none', async () => {
    const { id } = await office.book(tape);
    await undoImport(office.desk, id, office.actor);
    const events = await owner<{ event: string; count: number }[]>`
      select event, count(*)::int from ledger_transactions
      where portfolio_id = ${portfolio.id} group by event`;
    const of = (event: string) => events.find((row) => row.event === event)?.count ?? 0;
    expect(of('write-off-loan')).toBe(2);
    expect(of('undo-import')).toBe(of('board-loan') + of('write-off-loan'));
  });

  it('twice undoes once', async () => {
    const { id } = await office.book(tape);
    const both = await Promise.all([
      undoImport(office.desk, id, office.actor),
      undoImport(office.desk, id, office.actor),
    ]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    const [audit] = await owner`
      select count(*)::int from audit_events
      where portfolio_id = ${portfolio.id} and event = 'undo-import' and subject = 'import'`;
    expect(audit).toEqual({ count: 1 });
  });

  it('is shown in its notification from then on', async () => {
    const { id } = await office.book(tape);
    const readReports = async () => {
      const accountId = portfolio.manager.id;
      const scope = { role: 'user' as const, accountId, portfolioId: portfolio.id };
      const page = { kind: 'notification' as const, after: null, limit: 5 };
      const { notifications } = await listNotificationsOf(database, { scope, ...page });
      return { notifications, unread: (await countUnread(database, accountId)).notifications };
    };
    const notification = { event: 'import-booked', count: 60, target: { kind: 'import', id } };
    expect(await readReports()).toEqual({
      notifications: [expect.objectContaining({ ...notification, isOver: false })],
      unread: 1,
    });
    await undoImport(office.desk, id, office.actor);
    expect(await readReports()).toEqual({
      notifications: [expect.objectContaining({ ...notification, isOver: true })],
      unread: 0,
    });
  });

  it('lets the same tape be imported again', async () => {
    const { id } = await office.book(tape);
    await undoImport(office.desk, id, office.actor);
    expect(await office.book(tape)).toMatchObject({ state: 'booked', rowsBooked: 60 });
    expect(office.failures).toEqual([]);
  });

  it('is refused while a loan is assigned, until the assignment is undone', async () => {
    const { id } = await office.book(tape);
    const two = await owner<{ id: string }[]>`
      select id from loans where portfolio_id = ${portfolio.id} order by reference_number limit 2`;
    const loanIds = two.map((loan) => loan.id);
    const move = async (from: string | null, to: string | null, undoes: string | null = null) => {
      const batchId = uuidv7();
      await owner.begin(async (sql) => {
        await sql`
          update loan_state set team_id = ${to}
          where portfolio_id = ${portfolio.id} and loan_id = any(${loanIds})`;
        await sql`
          insert into assignment_batches (portfolio_id, id, kind, loan_count, outstanding_minor,
            undoes_batch_id, made_by, made_at)
          values (${portfolio.id}, ${batchId}, ${undoes ? 'undo' : 'assign'}, 2, 0, ${undoes},
            ${portfolio.manager.id}, now())`;
        await sql`
          insert into assignments (portfolio_id, batch_id, loan_id, from_team_id, to_team_id, made_at)
          select ${portfolio.id}, ${batchId}, id, ${from}, ${to}, now() from loans
          where portfolio_id = ${portfolio.id} and id = any(${loanIds})`;
      });
      return batchId;
    };
    const batchId = await move(null, portfolio.team.id);
    expect(await undoImport(office.desk, id, office.actor)).toEqual({
      ok: false,
      refusal: { code: 'import_loans_already_worked', details: { count: 2 } },
    });
    expect(await readObstacles(office.desk, id, office.actor)).toMatchObject({
      count: 2,
      loans: [
        { reference: 'L-000001', obstacles: ['assigned'] },
        { reference: 'L-000002', obstacles: ['assigned'] },
      ],
    });
    await move(portfolio.team.id, null, batchId);
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({ ok: true });
    expect(office.failures).toEqual([]);
  });

  it('is refused once a loan was paid', async () => {
    const { id } = await office.book(tape);
    await owner`
      insert into payments (portfolio_id, id, loan_id, currency, amount_minor, principal_minor,
        interest_minor, fees_minor, penalties_minor, value_date, method, posted_by, posted_at)
      select portfolio_id, ${uuidv7()}, id, currency, 100, 100, 0, 0, 0, '2026-06-15', 'cash',
        ${portfolio.manager.id}, now()
      from loans where portfolio_id = ${portfolio.id} limit 1`;
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_loans_already_worked', details: { count: 1 } },
    });
  });

  it('is refused once a loan has a note or a contact attempt', async () => {
    const { id } = await office.book(tape);
    await owner`
      insert into loan_notes (portfolio_id, id, loan_id, text, written_by, written_at)
      select portfolio_id, ${uuidv7()}, id, 'Moved house', ${portfolio.manager.id}, now()
      from loans where portfolio_id = ${portfolio.id} and reference_number = 1`;
    await owner`
      insert into contact_attempts
        (portfolio_id, id, loan_id, channel, outcome, contacted_at, logged_by, logged_at)
      select portfolio_id, ${uuidv7()}, id, 'call', 'answered', now(), ${portfolio.manager.id}, now()
      from loans where portfolio_id = ${portfolio.id} and reference_number = 2`;
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_loans_already_worked', details: { count: 2 } },
    });
    expect(await readObstacles(office.desk, id, office.actor)).toMatchObject({
      loans: [{ obstacles: ['note-written'] }, { obstacles: ['contact-logged'] }],
    });
    await owner`
      insert into loan_note_strikes (portfolio_id, note_id, struck_at, reason)
      select portfolio_id, id, now(), 'Wrong loan' from loan_notes
      where portfolio_id = ${portfolio.id}`;
    expect(await readObstacles(office.desk, id, office.actor)).toMatchObject({
      loans: [{ reference: 'L-000002' }],
    });
  });

  it('is refused before it is booked, and for an unknown import', async () => {
    const { id } = await office.check(tape);
    expect(await undoImport(office.desk, id, office.actor)).toMatchObject({
      refusal: { code: 'import_not_booked' },
    });
    expect(await undoImport(office.desk, uuidv7(), office.actor)).toMatchObject({
      refusal: { code: 'not_found' },
    });
  });
});
