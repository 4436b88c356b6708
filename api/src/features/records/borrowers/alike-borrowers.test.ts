import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { arrangeLoan, arrangePortfolio } from '../../../testing/arrange.ts';
import { openOffice } from '../../../testing/open-office.ts';

const { test, portfolio, signIn } = await openOffice();
const manager = await signIn('manager');

async function create(facts: object): Promise<string> {
  const id = uuidv7();
  const body = { id, kind: 'person', name: 'Somebody', phone: '', email: '', ...facts };
  const { status } = await manager.post('/api/borrowers', body);
  if (status !== 200) throw new Error(`a borrower was refused with ${status}`);
  return id;
}

const noor = await create({
  name: 'Amína al-Noor Haddad',
  phone: '+971 50 111 2233',
  email: 'Amina.Noor@example.com',
});
const arabic = await create({ name: 'فاطمة الزهراء' });
await create({ name: 'Percy 100%' });

const ask = async (question: Record<string, string>, client = manager) => {
  const { body } = await client.get(
    `/api/alike-borrowers?${new URLSearchParams(question).toString()}`,
  );
  return body.borrowers;
};
const idsOf = async (question: Record<string, string>, client = manager) =>
  (await ask(question, client)).map(({ id }: { id: string }) => id);

describe('the search for similar borrowers', () => {
  it.each([
    [{ name: 'Amina al-Noor Haddad' }, 'name'],
    [{ name: 'haddad AMÍNA' }, 'name'],
    [{ name: 'Noor, Hadd' }, 'name'],
    [{ phone: '050 111 2233' }, 'phone'],
    [{ phone: '00971501112233' }, 'phone'],
    [{ phone: '11122' }, 'phone'],
    [{ email: ' amina.noor@' }, 'email'],
  ])('finds the borrower by %j', async (question, match) => {
    expect(await ask(question)).toMatchObject([{ id: noor, matches: [match] }]);
  });

  it('finds an Arabic name in any spelling', async () => {
    expect(await idsOf({ name: 'الزهراء فاطمه' })).toEqual([arabic]);
  });

  it('finds an identity number only as a whole', async () => {
    await test.owner`update borrowers set national_id = '784199012345' where id = ${noor}`;
    expect(await idsOf({ number: '784-1990 12345' })).toEqual([noor]);
    expect(await idsOf({ number: '784199' })).toEqual([]);
  });

  it.each([
    [{}],
    [{ name: 'Ann', phone: '111', email: 'a@b' }],
    [{ name: 'Noor Somebody' }],
    [{ name: "'&|!:*()" }],
    [{ name: 'Percy%%%', email: '%%%%' }],
  ])('finds nobody for %j, except a borrower with exactly that name', async (question) => {
    expect(await idsOf(question)).not.toContain(noor);
  });

  it('puts the best match first, and excludes the borrower being edited', async () => {
    const namesake = await create({ name: 'Amina al-Noor Haddad' });
    const question = { name: 'amina haddad', phone: '+971501112233' };
    expect(await ask(question)).toMatchObject([
      { id: noor, matches: ['name', 'phone'] },
      { id: namesake, matches: ['name'] },
    ]);
    expect(await idsOf({ ...question, exceptBorrowerId: noor })).toEqual([namesake]);
  });

  it('refuses a character that cannot be stored', async () => {
    const answer = await manager.get('/api/alike-borrowers?name=Amina%00Noor');
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('stays within the portfolio, and limits agents to their own borrowers and unmasked values', async () => {
    const far = await arrangePortfolio(test.owner, 'far');
    const stranger = await test.signIn(far.manager.email);
    expect(await idsOf({ phone: '+971501112233' }, stranger)).toEqual([]);
    const agent = await signIn('agent');
    expect(await idsOf({ phone: '+971501112233' }, agent)).toEqual([]);
    const { id: loanId } = await arrangeLoan(test.owner, portfolio, {
      teamId: portfolio.team.id,
      agentId: portfolio.team.agent.id,
    });
    await test.owner`update loans set borrower_id = ${noor} where id = ${loanId}`;
    expect(await idsOf({ phone: '+971501112233' }, agent)).toEqual([noor]);
    expect(await idsOf({ number: '784199012345' }, agent)).toEqual([]);
  });
});
