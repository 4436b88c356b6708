import { uuidv7 } from 'uuidv7';
import { permissionNames } from '@bursar/contracts/access/permissions';
import { roles } from '@bursar/contracts/roles';
import { arrangeAdmin, testPasswordHash } from '../arrange.ts';
import { identityDocumentOf } from '../identity-document-of.ts';
import { openOffice, paymentOf, type Office } from '../open-office.ts';
import { templateTape } from '../template-tape.ts';
import { clientOf, createTestApp, type TestApp, type TestClient } from '../test-app.ts';

/** Words of two portfolios in one database: the texts of a portfolio contain its word. */
export const marks = ['amberfield', 'birchwood'] as const;
export type Mark = (typeof marks)[number];

const seats = ['manager', 'desk', 'agent', 'otherAgent'] as const;

/** A caller. Administrators and unauthenticated callers have no mark. */
export type Caller = {
  readonly name: string;
  readonly mark: Mark | null;
  readonly client: () => TestClient;
};

export type FuzzWorld = {
  readonly test: TestApp;
  readonly callers: readonly Caller[];
  /**
   * Undoes the effects of earlier calls on the callers: resets their accounts, teams and
   * permissions, and signs in those without a session. Adds a loan to each portfolio.
   */
  restore(): Promise<void>;
  /** Ends maintenance, during which all callers except administrators get status 503. */
  openBooks(): Promise<void>;
  /** Grants every permission to every role from the next `restore` on. */
  grantEverything(): void;
  /** Returns the ids of the portfolio's rows by table. */
  idsOf(mark: Mark): Promise<ReadonlyMap<string, readonly string[]>>;
};

const adminEmail = 'admin@bursar.example';

export async function openFuzzWorld(): Promise<FuzzWorld> {
  const test = await createTestApp();
  await arrangeAdmin(test.owner);
  const offices = new Map<Mark, Office>();
  for (const mark of marks) offices.set(mark, await openOffice({ test, tag: mark }));
  for (const [mark, office] of offices) await createRecords(office, mark);
  const [, elsewhere] = marks;
  await test.owner`
    update portfolios set time_zone = 'Pacific/Auckland'
    where id = ${offices.get(elsewhere)?.portfolio.id ?? ''}`;
  const accounts = await test.owner<{ id: string; email: string }[]>`
    select id, email from accounts`;
  const passwordHash = await testPasswordHash;
  let everything = false;

  const emails = new Map<string, { email: string; mark: Mark | null }>();
  emails.set('admin', { email: adminEmail, mark: null });
  for (const [mark, { portfolio }] of offices) {
    const people = { manager: portfolio.manager, ...portfolio.team };
    for (const seat of seats) {
      emails.set(`${seat} of ${mark}`, { email: people[seat].email, mark });
    }
  }
  const clients = new Map<string, TestClient>();
  const stranger = clientOf(test.app, {});

  async function putBack() {
    const { owner } = test;
    await owner`delete from sign_in_attempts`;
    await owner`delete from second_factors`;
    await owner`update sessions set locked_at = null where locked_at is not null`;
    for (const { id, email } of accounts) {
      await owner`
        update accounts set status = 'active', email = ${email}, password_hash = ${passwordHash}
        where id = ${id}`;
    }
    for (const { portfolio } of offices.values()) {
      const { team } = portfolio;
      const members = [team.desk.id, team.agent.id, team.otherAgent.id];
      await owner`update accounts set team_id = ${team.id} where id = any(${members}::uuid[])`;
    }
    await owner`delete from role_permissions`;
    if (everything) await grantAll(test);
  }

  return {
    test,
    callers: [
      { name: 'nobody', mark: null, client: () => stranger },
      ...[...emails].map(([name, { mark }]) => ({
        name,
        mark,
        client: () => clients.get(name) ?? stranger,
      })),
    ],
    grantEverything: () => {
      everything = true;
    },
    restore: async () => {
      await putBack();
      for (const [name, { email }] of emails) {
        const current = await clients.get(name)?.get('/api/session');
        if (current?.status !== 200) clients.set(name, await test.signIn(email));
      }
      for (const office of offices.values()) await office.arrangeHeld();
    },
    openBooks: async () => {
      const admin = await test.signIn(adminEmail);
      await admin.put('/api/maintenance', { isOn: false });
    },
    idsOf: (mark) => idsOf(test, offices.get(mark)?.portfolio.id ?? ''),
  };
}

async function grantAll({ owner }: TestApp): Promise<void> {
  const [admin] = await owner<{ id: string }[]>`
    select id from accounts where email = ${adminEmail}`;
  for (const role of roles) {
    await owner`
      insert into role_permissions (role, permission, granted, changed_by, changed_at)
      select ${role}, permission, true, ${admin?.id ?? ''}, now()
      from unnest(${[...permissionNames]}::text[]) permission`;
  }
}

/** Creates records of most kinds through the API. */
async function createRecords(office: Office, mark: Mark): Promise<void> {
  const { test, portfolio } = office;
  const manager = await office.signIn('manager');
  const agent = await office.signIn('agent');
  const desk = await office.signIn('desk');
  const done: unknown[] = [];
  const tagId = uuidv7();
  done.push(await manager.post('/api/tags', { id: tagId, name: `${mark} tag`, colour: 'teal' }));
  const loanIds: string[] = [];
  for (let nth = 0; nth < 6; nth += 1) {
    const { id } = await office.arrangeHeld({ borrowerName: `${mark} Borrower ${nth}` });
    loanIds.push(id);
  }
  for (const loanId of loanIds.slice(0, 4)) {
    const payment = paymentOf({ note: `${mark} payment` });
    const at = `/api/loans/${loanId}`;
    const note = { id: uuidv7(), text: `${mark} note`, mentions: [] };
    const contact = { id: uuidv7(), channel: 'call', outcome: 'no-response', note: `${mark} call` };
    const promise = {
      id: uuidv7(),
      currency: 'USD',
      lines: [{ amountMinor: 900, promisedOn: '2026-06-15' }],
    };
    const action = { what: `${mark} action`, dueOn: '2026-06-20', remindAt: null };
    const reversal = { id: uuidv7(), reason: `${mark} mistake` };
    done.push(
      await agent.post(`${at}/payments`, payment),
      await agent.post(`${at}/notes`, note),
      await agent.put(`${at}/pinned-note`, { noteId: note.id }),
      await agent.post(`${at}/contacts`, contact),
      await agent.post(`${at}/promises`, promise),
      await agent.put(`${at}/next-action`, { action }),
      await manager.post(`${at}/payments/${payment.id}/reversal`, reversal),
    );
  }
  done.push(
    await agent.post('/api/loan-tags', { selection: { loanIds }, putOn: [tagId] }),
    await agent.post('/api/saved-views', {
      id: uuidv7(),
      list: 'loans',
      name: `${mark} view`,
      search: '?view=all',
    }),
    await manager.post('/api/assignments', {
      id: uuidv7(),
      selection: { loanIds: loanIds.slice(0, 2) },
      target: { kind: 'agent', id: portfolio.otherTeam.agent.id },
      reason: `${mark} reason`,
    }),
    await desk.post('/api/handovers', {
      id: uuidv7(),
      agentId: portfolio.team.otherAgent.id,
      standInIds: [portfolio.team.agent.id],
      fromOn: '2026-06-20',
      untilOn: '2026-06-22',
      reason: `${mark} leave`,
    }),
    await desk.post('/api/staff', {
      id: uuidv7(),
      role: 'agent',
      name: `${mark} newcomer`,
      email: `newcomer.${mark}@bursar.example`,
      teamId: portfolio.team.id,
    }),
    ...(await openChatGroup(manager, mark, portfolio.team.agent.id)),
    ...(await openCallCentre(manager, mark, portfolio.team.agent.id)),
    ...(await pledgeCollateral(manager, mark, loanIds[3] ?? '')),
    await addIdentityDocument(test, manager, { mark, loanId: loanIds[3] ?? '' }),
    await upload(test, manager, {
      address: `/api/imports?id=${uuidv7()}&fileName=${mark}.csv`,
      content: templateTape({ external_id: `${mark}-1`, borrower_name: `${mark} Borrower` }),
    }),
    await upload(test, agent, {
      address: `/api/documents?id=${uuidv7()}&loanId=${loanIds[3]}&fileName=${mark}.pdf`,
      content: `%PDF-1.7\n${mark}`,
    }),
  );
  const refused = done.filter((answer) => JSON.stringify(answer).includes('"error"'));
  if (refused.length > 0) throw new Error(`could not furnish ${mark}: ${JSON.stringify(refused)}`);
}

/** Creates a chat group of the manager and the first agent, with one message. */
async function openChatGroup(manager: TestClient, mark: Mark, accountId: string) {
  const group = { id: uuidv7(), name: `${mark} group`, accountIds: [accountId] };
  const made = await manager.post('/api/chats', group);
  const message = { id: uuidv7(), text: `${mark} message` };
  return [made, await manager.post(`/api/chats/${made.body.id}/messages`, message)];
}

/** Creates a call centre with one patient, in which the first agent is a caller. */
async function openCallCentre(manager: TestClient, mark: Mark, accountId: string) {
  const [presetId, centreId, patientId] = [uuidv7(), uuidv7(), uuidv7()];
  return [
    await manager.post('/api/call-centre-presets', {
      id: presetId,
      name: `${mark} preset`,
      script: `${mark} script`,
      attempts: 3,
      retryMinutes: 1,
      hours: Array.from({ length: 7 }, () => ({ opensAt: '00:00', closesAt: '23:59' })),
      outcomes: ['answered', 'no-response'],
    }),
    await manager.post('/api/call-centres', {
      id: centreId,
      name: `${mark} centre`,
      timeZone: 'UTC',
      presetId,
    }),
    await manager.post('/api/call-centre-members', {
      id: uuidv7(),
      centreId,
      accountId,
      role: 'supervisor',
    }),
    await manager.post('/api/call-centre-patients', {
      id: patientId,
      centreId,
      name: `${mark} patient`,
      phone: '+1 415 555 2671',
    }),
    await manager.post(`/api/call-centre-patients/${patientId}/consents`, {
      id: uuidv7(),
      state: 'given',
      means: 'written',
      agreedOn: '2026-06-01',
    }),
  ];
}

/** Creates an asset with a price, and pledges some of it for a loan. */
async function pledgeCollateral(manager: TestClient, mark: Mark, loanId: string) {
  const assetId = uuidv7();
  return [
    await manager.post('/api/collateral/assets', {
      id: assetId,
      symbol: mark.slice(0, 5).toUpperCase(),
      name: `${mark} coin`,
      decimals: 8,
    }),
    await manager.post('/api/collateral/prices', {
      id: uuidv7(),
      assetId,
      currency: 'USD',
      price: '2.5',
      day: '2026-06-01',
      time: '08:00',
      source: `${mark} desk`,
    }),
    await manager.post(`/api/loans/${loanId}/collateral`, {
      id: uuidv7(),
      event: 'pledge',
      assetId,
      quantity: '1000',
      valueDate: '2026-06-01',
      custody: `${mark} vault`,
    }),
  ];
}

/** Adds an identity document of the loan's borrower. */
async function addIdentityDocument(
  { owner }: TestApp,
  manager: TestClient,
  { mark, loanId }: { readonly mark: Mark; readonly loanId: string },
) {
  const [loan] = await owner<{ borrowerId: string }[]>`
    select borrower_id from loans where id = ${loanId}`;
  const paper = identityDocumentOf({ number: `${mark} 12345` });
  return manager.post(`/api/borrowers/${loan?.borrowerId}/identity-documents`, paper);
}

async function upload(
  { app }: TestApp,
  { cookies }: TestClient,
  { address, content }: { address: string; content: string },
): Promise<unknown> {
  const answer = await app.server.inject({
    method: 'POST',
    url: address,
    cookies: { ...cookies },
    headers: {
      'x-xsrf-token': cookies['XSRF-TOKEN'] ?? '',
      'content-type': 'application/octet-stream',
    },
    payload: content,
  });
  return answer.json();
}

/** Returns the ids of all rows of a portfolio by table, including those that accounts own. */
async function idsOf(
  { owner }: TestApp,
  portfolioId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await owner<{ name: string; by: string }[]>`
    select own.table_name as name, min(owner_column.column_name) as by
    from information_schema.columns own
    join information_schema.columns owner_column
      on owner_column.table_schema = own.table_schema
        and owner_column.table_name = own.table_name
        and owner_column.column_name in ('portfolio_id', 'account_id')
    where own.table_schema = 'public' and own.column_name = 'id' and own.data_type = 'uuid'
    group by own.table_name`;
  const found = new Map<string, readonly string[]>([['portfolios', [portfolioId]]]);
  for (const { name, by } of tables) {
    const column = name === 'accounts' ? 'portfolio_id' : by;
    const rows = await owner<{ id: string }[]>`
      select id from ${owner(name)} where ${
        column === 'portfolio_id'
          ? owner`portfolio_id = ${portfolioId}`
          : owner`account_id in (select id from accounts where portfolio_id = ${portfolioId})`
      }
      order by id`;
    found.set(
      name,
      rows.map(({ id }) => id),
    );
  }
  return found;
}
