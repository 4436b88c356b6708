import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangeApprovalRule } from '../../../testing/arrange.ts';
import { INSTALMENT, openOffice, paymentOf, type Office } from '../../../testing/open-office.ts';
import { createTestApp, type TestClient } from '../../../testing/test-app.ts';
import { countDues } from '../loan-lists/dues.store.ts';
import { selectPage } from '../loan-lists/select-page.ts';

const test = await createTestApp();
let made = 0;

describe('the due amounts in loan lists', () => {
  let office: Office;
  let manager: TestClient;
  beforeEach(async () => {
    test.clock.moveTo('2026-06-15T12:00:00Z');
    made += 1;
    office = await openOffice({ test, tag: `dues${made}` });
    manager = await office.signIn('manager');
  });

  type Shown = { id: string; dueMinor: number; arrearsMinor: number; nextDueOn: string };
  const list = async (query = ''): Promise<Shown[]> =>
    (await manager.get(`/api/loans?view=all${query}`)).body.rows;
  const duesOf = async (loanId: string) => {
    const row = (await list()).find(({ id }) => id === loanId);
    return [row?.dueMinor, row?.arrearsMinor];
  };
  const arrange = async (disbursedOn: string) => (await office.arrangeHeld({ disbursedOn })).id;
  const onDay = async (day: string) => {
    test.clock.moveTo(`${day}T12:00:00Z`);
    manager = await office.signIn('manager');
  };
  const stored = async (loanId: string) => {
    const [row] = await test.owner`
      select due_minor, arrears_minor, dues_counted_on, dues_hold_until from loan_list_rows
      where loan_id = ${loanId}`;
    return Object.values(row ?? {});
  };
  /** Sets the row as if its amounts had been calculated on an earlier day. */
  const countedOn = (loanId: string, day: string) => test.owner`
    update loan_list_rows listed set due_minor = dues.due_minor, arrears_minor = dues.arrears_minor,
      dues_counted_on = ${day}, dues_hold_until = dues.hold_until
    from (select calculated.* from loan_list_rows row
      cross join lateral dues_of(row.portfolio_id, row.loan_id, ${day}) calculated
      where row.loan_id = ${loanId}) dues
    where listed.loan_id = ${loanId}`;

  it('include everything that is due, and the part in arrears', async () => {
    const late = await arrange('2026-03-15');
    const current = await arrange('2026-06-10');
    // Instalments fell due on 15 April, 15 May and today.
    expect(await duesOf(late)).toEqual([3 * INSTALMENT, 2 * INSTALMENT]);
    expect(await duesOf(current)).toEqual([INSTALMENT, 0]);
    const { body } = await manager.get(`/api/loans/${late}`);
    expect(body).toMatchObject({
      dueMinor: 3 * INSTALMENT,
      arrearsMinor: 2 * INSTALMENT,
      nextDueMinor: INSTALMENT,
    });
  });

  it('grow as days pass, whether or not the job has run', async () => {
    const loan = await arrange('2026-03-15');
    await countedOn(loan, '2026-05-01');
    const days: [day: string, due: number, arrears: number][] = [
      ['2026-05-01', 1, 1],
      ['2026-05-14', 1, 1],
      ['2026-05-15', 2, 1],
      ['2026-05-16', 2, 2],
      ['2026-06-15', 3, 2],
      ['2026-07-20', 4, 4],
    ];
    for (const [day, due, arrears] of days) {
      await onDay(day);
      expect(await duesOf(loan), day).toEqual([due * INSTALMENT, arrears * INSTALMENT]);
    }
  });

  it('are updated by the daily job and then read from the stored row', async () => {
    const loan = await arrange('2026-03-15');
    const waiting = await arrange('2026-06-10');
    await countedOn(loan, '2026-05-01');
    await countedOn(waiting, '2026-06-12');
    expect(await stored(loan)).toEqual([INSTALMENT, INSTALMENT, '2026-05-01', '2026-05-14']);
    await countDues(test.database, test.clock.now());
    expect(await stored(loan)).toEqual([
      3 * INSTALMENT,
      2 * INSTALMENT,
      '2026-06-15',
      '2026-06-15',
    ]);
    expect(await stored(waiting)).toEqual([INSTALMENT, 0, '2026-06-12', '2026-07-10']);
    await test.owner`update loan_list_rows set arrears_minor = 7 where loan_id = ${loan}`;
    expect(await duesOf(loan)).toEqual([3 * INSTALMENT, 7]);
  });

  it('change at once with a payment, its reversal and a write-off', async () => {
    await arrangeApprovalRule(test.owner, office.portfolio, {
      kind: 'reverse-payment',
      required: false,
    });
    const loan = await arrange('2026-03-15');
    await countedOn(loan, '2026-06-15');
    const payment = paymentOf({ amountMinor: INSTALMENT + 662, valueDate: '2026-06-15' });
    await manager.post(`/api/loans/${loan}/payments`, payment);
    expect(await stored(loan)).toEqual([
      2 * INSTALMENT - 662,
      INSTALMENT - 662,
      '2026-06-15',
      '2026-06-15',
    ]);
    const reversal = { id: uuidv7(), reason: 'The cheque bounced' };
    await manager.post(`/api/loans/${loan}/payments/${payment.id}/reversal`, reversal);
    expect(await duesOf(loan)).toEqual([3 * INSTALMENT, 2 * INSTALMENT]);
    const setStatus = (status: string) =>
      test.owner`update loan_state set status = ${status} where loan_id = ${loan}`;
    await setStatus('written_off');
    expect(await duesOf(loan)).toEqual([0, 0]);
    await setStatus('active');
    expect(await duesOf(loan)).toEqual([3 * INSTALMENT, 2 * INSTALMENT]);
  });

  it('sort and filter the list, like the arrears', async () => {
    const most = await arrange('2026-03-15');
    const some = await arrange('2026-05-10');
    const none = await arrange('2026-06-12');
    await countedOn(most, '2026-06-15');
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await ids('&sort=arrearsAmount&direction=desc')).toEqual([most, some, none]);
    expect(await ids('&sort=dueAmount&direction=desc&limit=1')).toEqual([most]);
    expect(await ids(`&arrearsFromMinor=1`)).toEqual([most, some]);
    expect(await ids(`&arrearsToMinor=0`)).toEqual([none]);
    expect(await ids(`&dueAmountFromMinor=${2 * INSTALMENT}`)).toEqual([most]);
    const filter = { view: 'all', arrearsFromMinor: 20_000 };
    const { body } = await manager.post('/api/loans/export.csv', { filter });
    expect(String(body).split('\r\n')[1]).toContain(',319.86,213.24,');
  });

  it('sort an administrator’s list as well, even without an active loan', async () => {
    const most = await arrange('2026-03-15');
    const some = await arrange('2026-05-10');
    await countedOn(some, '2026-06-15');
    await arrangeAdmin(test.owner);
    const admin = await test.signIn('admin@bursar.example');
    const ids = async (): Promise<string[]> => {
      const { body } = await admin.get('/api/loans?view=all&sort=arrearsAmount&direction=desc');
      const shown: string[] = body.rows.map(({ id }: Shown) => id);
      return shown.filter((id) => id === most || id === some);
    };
    expect(await ids()).toEqual([most, some]);
    await test.owner`update loan_state set status = 'written_off'`;
    expect((await ids()).toSorted()).toEqual([most, some].toSorted());
  });

  it('sort by stored values if only loans of another portfolio are outdated', async () => {
    const { id: portfolioId } = office.portfolio;
    await countedOn(await arrange('2026-06-10'), '2026-06-15');
    const planOf = async () => {
      const { page } = selectPage(test.database, {
        scope: { role: 'user', accountId: uuidv7(), portfolioId },
        businessDate: '2026-06-15',
        query: { view: 'all', sort: 'arrearsAmount', direction: 'desc', limit: 10 },
      });
      const rows = await test.database`explain (analyze, costs off) ${page}`;
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    office = await openOffice({ test, tag: 'behind' });
    await countedOn(await arrange('2026-03-15'), '2026-05-01');
    const index = 'loan_list_rows_by_arrears_amount on loan_list_rows';
    expect(await planOf()).toMatch(new RegExp(`${index} \\w+ \\(actual`));
    await test.owner`
      update loan_list_rows set dues_hold_until = '2026-06-14', dues_counted_on = '2026-06-01'
      where portfolio_id = ${portfolioId}`;
    expect(await planOf()).toMatch(new RegExp(`${index} \\w+ \\(never executed`));
  });
});
