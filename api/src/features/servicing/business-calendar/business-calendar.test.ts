import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeAdmin, arrangeApprovalRule, arrangePortfolio } from '../../../testing/arrange.ts';
import { expectReconciled } from '../../../testing/expect-reconciled.ts';
import { disbursementOf, lendingBy } from '../../../testing/lending.ts';
import { openOffice } from '../../../testing/open-office.ts';

const { test, portfolio, signIn, signInDeputy } = await openOffice();
const other = await arrangePortfolio(test.owner, 'other');
await arrangeApprovalRule(test.owner, portfolio, { kind: 'reschedule-loan', required: false });
const manager = await signIn('manager');
const agent = await signIn('agent');
const admin = await test.signIn((await arrangeAdmin(test.owner)).email);
const lending = lendingBy(manager, await signInDeputy());

const at = (part: string, id = portfolio.id) => `/api/days-off/${id}${part}`;
const setWeekly = (weekdays: number[]) => manager.put(at('/weekdays'), { weekdays });
const setHoliday = (day: string, name = 'A holiday') =>
  manager.put(at(`/holidays/${day}`), { name });
const remove = (day: string) => manager.post(at(`/holidays/${day}/remove`), {});
const readCalendars = async (client = manager) =>
  (await client.get('/api/days-off')).body.portfolios;
const auditOf = (event: string) =>
  test.owner`select before, after from audit_events where event = ${event} order by at, id`;
const dueDays = async (loanId: string): Promise<string[]> => {
  const { instalments } = (await manager.get(`/api/loans/${loanId}`)).body;
  return instalments.map(({ dueOn }: { dueOn: string }) => dueOn);
};

describe('a portfolio’s days off', () => {
  it('are Saturday and Sunday by default', async () => {
    expect(await readCalendars()).toEqual([
      expect.objectContaining({
        id: portfolio.id,
        weekdays: [6, 7],
        holidays: [],
        businessDate: '2026-06-15',
      }),
    ]);
    expect((await setWeekly([6, 5, 6])).body).toEqual({ weekdays: [5, 6] });
    await setWeekly([5, 6]);
    expect(await readCalendars(agent)).toMatchObject([{ weekdays: [5, 6] }]);
    expect(await auditOf('change-weekly-days-off')).toEqual([
      { before: { weekdays: '6, 7' }, after: { weekdays: '5, 6' } },
    ]);
    await setWeekly([6, 7]);
  });

  it('include one holiday per day, which can be renamed and removed', async () => {
    await setHoliday('2026-12-25', ' Christmas ');
    await setHoliday('2026-12-25', 'Christmas');
    await setHoliday('2026-12-24', 'Christmas Eve');
    expect((await setHoliday('2026-12-25', 'Christmas Day')).body.name).toBe('Christmas Day');
    expect((await readCalendars())[0].holidays).toEqual([
      { day: '2026-12-24', name: 'Christmas Eve' },
      { day: '2026-12-25', name: 'Christmas Day' },
    ]);
    for (const day of ['2026-12-24', '2026-12-24', '2026-12-25']) {
      expect((await remove(day)).body).toEqual({ day });
    }
    expect((await readCalendars())[0].holidays).toEqual([]);
    expect(await auditOf('set-holiday')).toMatchObject([
      { before: null, after: { holiday: '2026-12-25', name: 'Christmas' } },
      { before: null },
      { before: { name: 'Christmas' }, after: { name: 'Christmas Day' } },
    ]);
    expect(await auditOf('remove-holiday')).toHaveLength(2);
  });

  it('are refused without a name, above the maximum per year, and above four days a week', async () => {
    expect((await setHoliday('2027-01-01', '  ')).body).toMatchObject({ error: 'name_missing' });
    expect((await setWeekly([1, 2, 3, 4, 5])).status).toBe(400);
    expect((await setWeekly([8])).status).toBe(400);
    const days = Array.from({ length: 60 }, (_, index) =>
      new Date(Date.UTC(2029, 0, 1 + index)).toISOString().slice(0, 10),
    );
    for (const day of days) expect((await setHoliday(day)).status).toBe(200);
    expect((await setHoliday('2029-12-31')).body).toMatchObject({ error: 'too_many_holidays' });
    expect((await setHoliday(days[0] ?? '', 'Renamed')).status).toBe(200);
    expect((await setHoliday('2030-01-01')).status).toBe(200);
    for (const day of [...days, '2030-01-01']) await remove(day);
  });

  it('store a holiday once when two users set it at the same moment', async () => {
    const answers = await Promise.all(['One', 'Two'].map((name) => setHoliday('2028-05-01', name)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await readCalendars())[0].holidays).toHaveLength(1);
    await remove('2028-05-01');
  });

  it('are changed only by the portfolio manager or an administrator', async () => {
    const theirs = at('/holidays/2026-12-31', other.id);
    expect((await agent.put(at('/holidays/2026-12-31'), { name: 'No' })).status).toBe(403);
    expect((await manager.put(theirs, { name: 'No' })).status).toBe(404);
    expect((await manager.put(at('/weekdays', other.id), { weekdays: [] })).status).toBe(404);
    expect((await manager.post(`${theirs}/remove`, {})).status).toBe(404);
    expect((await admin.put(theirs, { name: 'Yes' })).status).toBe(200);
    const ids = (await readCalendars(admin)).map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual([portfolio.id, other.id].toSorted());
    expect((await readCalendars())[0].holidays).toEqual([]);
  });

  it('cannot be changed in the database once they are stored', async () => {
    await expect(test.owner`update weekly_days_off set weekdays = '{}'`).rejects.toThrow(
      'never changed',
    );
  });
});

describe('the schedule of a loan', () => {
  it('avoids holidays that are known at disbursement, and does not change later', async () => {
    await setHoliday('2026-07-15', 'Jubilee');
    const { id, loanId } = await lending.paidOut({ dayOffRule: 'following' });
    expect((await dueDays(loanId)).slice(0, 3)).toEqual(['2026-07-16', '2026-08-17', '2026-09-15']);
    const asIs = await lending.paidOut({ dayOffRule: 'as_is' });
    expect((await dueDays(asIs.loanId))[0]).toBe('2026-07-15');
    test.clock.moveTo('2026-06-15T12:00:01Z');
    await setHoliday('2026-07-16', 'Jubilee again');
    await setWeekly([]);
    expect((await dueDays(loanId)).slice(0, 2)).toEqual(['2026-07-16', '2026-08-17']);
    expect((await manager.get(lending.at(id))).body.businessCalendar).toEqual({
      weekdays: [6, 7],
      holidays: [{ day: '2026-07-15', name: 'Jubilee' }],
    });
    const asked = await lending.submitted({ dayOffRule: 'following' });
    expect((await manager.get(lending.at(asked))).body.businessCalendar.holidays).toHaveLength(2);
    await expectReconciled(test.owner);
  });

  // 31 October is a Saturday, and 30 October is a holiday.
  it('avoids new holidays when the loan is rescheduled', async () => {
    await setWeekly([]);
    const { loanId } = await lending.paidOut({ dayOffRule: 'preceding' });
    await setHoliday('2026-10-30', 'Bridge day');
    const wished = { instalmentCount: 6, annualRatePercent: '12', firstDueOn: '2026-07-31' };
    const terms = { ...wished, id: uuidv7(), principalMinor: 1_200_000, reason: 'Lost a job' };
    const answer = await manager.post(`/api/loans/${loanId}/reschedule`, terms);
    expect(answer.body).toMatchObject({ outcome: 'done' });
    await setWeekly([6, 7]);
    expect((await dueDays(loanId)).slice(0, 6)).toEqual([
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-30',
      '2026-12-31',
    ]);
    const again = await lending.paidOut({ dayOffRule: 'preceding' });
    const second = { ...terms, id: uuidv7() };
    await manager.post(`/api/loans/${again.loanId}/reschedule`, second);
    expect((await dueDays(again.loanId)).slice(0, 6)).toEqual([
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-29',
      '2026-11-30',
      '2026-12-31',
    ]);
    await expectReconciled(test.owner);
  });
});

it('a reschedule retains whole amounts on a loan that has them', async () => {
  const { loanId } = await lending.paidOut({
    instalmentRounding: 'up',
    instalmentMultipleMinor: 5_00,
  });
  const totals = async (): Promise<number[]> => {
    const { instalments } = (await manager.get(`/api/loans/${loanId}`)).body;
    type Due = { principalMinor: number; interestMinor: number };
    return instalments.map(
      ({ principalMinor, interestMinor }: Due) => principalMinor + interestMinor,
    );
  };
  expect((await totals()).slice(0, 2)).toEqual([107_000, 107_000]);
  const wished = { instalmentCount: 6, annualRatePercent: '12', firstDueOn: '2026-07-15' };
  const terms = { ...wished, id: uuidv7(), principalMinor: 1_200_000, reason: 'Lost a job' };
  await manager.post(`/api/loans/${loanId}/reschedule`, terms);
  expect((await totals()).slice(0, 5).map((total) => total % 5_00)).toEqual([0, 0, 0, 0, 0]);
  await expectReconciled(test.owner);
});

it('a loan is due on the next working day if all days before the first due date are off', async () => {
  const friday = { disbursedOn: '2026-06-12', firstDueOn: '2026-06-13' };
  const { loanId } = await lending.paidOut(
    { dayOffRule: 'preceding', frequencyUnit: 'weeks' },
    { disburseOn: '2026-06-12', firstDueOn: '2026-06-13' },
    disbursementOf(friday),
  );
  expect((await dueDays(loanId))[0]).toBe('2026-06-15');
  await expectReconciled(test.owner);
});

it('a reschedule is refused if days off put two instalments on one day', async () => {
  const { loanId } = await lending.paidOut(
    { dayOffRule: 'following', frequencyUnit: 'weeks' },
    { firstDueOn: '2026-07-01' },
    disbursementOf({ firstDueOn: '2026-07-01' }),
  );
  for (let day = 6; day <= 17; day += 1) {
    await setHoliday(`2026-08-${String(day).padStart(2, '0')}`, 'Summer break');
  }
  const wished = { instalmentCount: 6, annualRatePercent: '12', firstDueOn: '2026-07-30' };
  const terms = { ...wished, id: uuidv7(), principalMinor: 1_200_000, reason: 'Lost a job' };
  const answer = await manager.post(`/api/loans/${loanId}/reschedule`, terms);
  expect(answer).toMatchObject({ status: 400, body: { error: 'due_dates_coincide' } });
  const query = 'instalmentCount=6&annualRatePercent=12&firstDueOn=2026-07-30';
  const preview = await manager.get(`/api/loans/${loanId}/reschedule-preview?${query}`);
  expect(preview.body.error).toBe('due_dates_coincide');
});
