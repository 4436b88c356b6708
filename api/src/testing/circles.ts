import { uuidv7 } from 'uuidv7';
import type { Role } from '@bursar/contracts/roles';
import { arrangeDispute } from './arrange-dispute.ts';
import { arrangeLoan, arrangePortfolio, type TestPortfolio, type TestTeam } from './arrange.ts';
import { arrangeMatchedLine } from './bank-office.ts';
import { arrangeBorrower, arrangeParty } from './circle-borrowers.ts';
import { draftOf, receiptOf } from './invoice-office.ts';
import { arrangeLetters } from './letter-office.ts';
import { applicationOf, productOf } from './lending.ts';
import { notificationOf } from './notification-of.ts';
import { markAsDemo } from './mark-as-demo.ts';
import type { Ids } from './sample-body.ts';
import type { TestApp, TestClient } from './test-app.ts';

/**
 * Degrees of being outside a user's scope: another portfolio, another team, another agent. The
 * other portfolio has demo data, so that administrators do not see it either.
 */
export const circles = ['Faraway', 'Sibling', 'Neighbour'] as const;
export type Circle = (typeof circles)[number];

export type Circles = {
  readonly own: TestPortfolio;
  readonly farawayId: string;
  readonly idsOf: ReadonlyMap<Circle, Ids>;
};

export const outside: Readonly<Record<Role, readonly Circle[]>> = {
  admin: ['Faraway'],
  user: ['Faraway'],
  team: ['Faraway', 'Sibling'],
  agent: ['Faraway', 'Sibling', 'Neighbour'],
};

export async function arrangeCircles(test: TestApp): Promise<Circles> {
  const own = await arrangePortfolio(test.owner);
  const faraway = await arrangePortfolio(test.owner, 'faraway');
  await markAsDemo(test.owner, faraway.id, 'Faraway books');
  const idsOf = new Map<Circle, Ids>();
  const mark = async (circle: Circle, portfolio: TestPortfolio, team: TestTeam, agentId: string) =>
    idsOf.set(circle, await arrangeCircle(test, { circle, portfolio, team, agentId }));
  await mark('Faraway', faraway, faraway.team, faraway.team.agent.id);
  await mark('Sibling', own, own.otherTeam, own.otherTeam.agent.id);
  await mark('Neighbour', own, own.team, own.team.otherAgent.id);
  return { own, farawayId: faraway.id, idsOf };
}

type Place = {
  readonly circle: Circle;
  readonly portfolio: TestPortfolio;
  readonly team: TestTeam;
  readonly agentId: string;
};

/**
 * Creates a loan of the circle with related records of most kinds; each text begins with the
 * circle's name.
 */
async function arrangeCircle(test: TestApp, place: Place): Promise<Ids> {
  const { circle, portfolio, team, agentId } = place;
  const manager = await test.signIn(portfolio.manager.email);
  const loan = await arrangeLoan(test.owner, portfolio, { borrowerName: `${circle} Borrower` });
  const [batchId, paymentId, approvalId, noteId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const invoiceId = uuidv7();
  const chargeId = uuidv7();
  const done = [
    await manager.post('/api/assignments', {
      id: batchId,
      selection: { loanIds: [loan.id] },
      target: { kind: 'agent', id: agentId },
      reason: `${circle} reason`,
    }),
    await manager.post(`/api/loans/${loan.id}/payments`, {
      id: paymentId,
      amountMinor: 10_000,
      currency: 'USD',
      valueDate: '2026-06-01',
      method: 'cash',
      note: `${circle} payment`,
    }),
    await manager.post(`/api/loans/${loan.id}/notes`, {
      id: noteId,
      text: `${circle} note`,
      mentions: [],
    }),
    await manager.post('/api/invoices', {
      id: invoiceId,
      loanId: loan.id,
      customerName: `${circle} customer`,
      customerAddress: '',
      customerTaxNumber: '',
      language: 'en',
      dueOn: '2026-07-01',
      note: `${circle} note`,
      lines: [],
    }),
    await manager.post(`/api/loans/${loan.id}/charges`, {
      id: chargeId,
      portion: 'fee',
      kind: 'reminder',
      amountMinor: 500,
      currency: 'USD',
      dueOn: '2026-06-15',
      reason: `${circle} charge`,
    }),
    // The reversal waits for approval; this id is the approval request's.
    await manager.post(`/api/loans/${loan.id}/payments/${paymentId}/reversal`, {
      id: approvalId,
      reason: `${circle} mistake`,
    }),
  ];
  const wrong = done.filter(({ status }) => status !== 200);
  if (wrong.length > 0) throw new Error(`${circle}: ${JSON.stringify(wrong)}`);
  return {
    portfolioId: portfolio.id,
    loanId: loan.id,
    accountId: agentId,
    agentId,
    actorId: agentId,
    teamId: team.id,
    batchId,
    paymentId,
    importId: await arrangeImport(test, place),
    ...(await arrangeMatchedLine(test, manager, { loan, payer: `${circle} payer` })),
    contactId: await arrangeDispute(manager, { circle, loanId: loan.id }),
    noteId,
    invoiceId,
    receiptId: await arrangeReceipt(manager, place),
    chargeId,
    approvalId,
    tagId: circle === 'Faraway' ? await arrangeTag(test, place) : uuidv7(),
    ...(await arrangeCallCentre(manager, place)),
    // The circle has no such rows, so these ids do not exist.
    waiverId: uuidv7(),
    refundId: uuidv7(),
    documentId: uuidv7(),
    mailId: uuidv7(),
    messageId: uuidv7(),
    sessionId: uuidv7(),
    apiKeyId: uuidv7(),
    webhookId: uuidv7(),
    viewId: uuidv7(),
    queueId: uuidv7(),
    handoverId: uuidv7(),
    noticeId: await notificationOf(test, agentId),
    ...(await arrangeBorrower(test, manager, { circle, loanId: loan.id })),
    partyId: await arrangeParty(manager, { circle, loanId: loan.id }),
    ...(await arrangeApplication(manager, place)),
    ...(await arrangeCollateral(manager, place, loan.id)),
    ...(await arrangeChat(manager, place)),
    ...(await arrangeAppRecords(test, place)),
    ...(await arrangeStaffMail(test, place)),
    ...(await arrangeLetters(test, manager, { circle, portfolio, loanId: loan.id })),
  };
}

/** Adds a payment on an invoice without a loan, which its author and the manager see. */
async function arrangeReceipt(manager: TestClient, { circle }: Place): Promise<string> {
  const draft = draftOf({ customerName: `${circle} customer` });
  const receipt = receiptOf({ reference: `${circle} receipt` });
  const at = `/api/invoices/${draft.id}`;
  const answers = [
    await manager.post('/api/invoices', draft),
    await manager.post(`${at}/issue`, { version: 1 }),
    await manager.post(`${at}/receipts`, receipt),
  ];
  const wrong = answers.find(({ status }) => status !== 200);
  if (wrong) throw new Error(`${circle} receipt: ${JSON.stringify(wrong.body)}`);
  return receipt.id;
}

/** Creates an application that waits for a decision; all of a portfolio may see its product. */
async function arrangeApplication(
  manager: TestClient,
  { circle }: Place,
): Promise<Ids & { productId: string; applicationId: string }> {
  const isFar = circle === 'Faraway';
  const product = { ...productOf(), ...(isFar && { name: `${circle} product` }) };
  const borrower = { kind: 'new', id: uuidv7(), name: `${circle} applicant`, phone: '', email: '' };
  const application = applicationOf(product.versionId, { borrower });
  const answers = [
    await manager.post('/api/loan-products', product),
    await manager.post('/api/applications', application),
  ];
  const wrong = answers.find(({ status }) => status !== 200);
  if (wrong) throw new Error(`${circle} application: ${JSON.stringify(wrong.body)}`);
  return { productId: isFar ? product.id : uuidv7(), applicationId: application.id };
}

/** Pledges collateral for the loan. Within a portfolio, everyone may see its assets and prices. */
async function arrangeCollateral(
  manager: TestClient,
  { circle }: Place,
  loanId: string,
): Promise<Ids> {
  const [assetId, priceId, collateralId] = [uuidv7(), uuidv7(), uuidv7()];
  const isFar = circle === 'Faraway';
  const symbol = `C${circles.indexOf(circle)}`;
  const made: readonly [string, object][] = [
    [
      '/api/collateral/assets',
      { id: assetId, symbol, name: isFar ? `${circle} coin` : 'Coin', decimals: 8 },
    ],
    [
      '/api/collateral/prices',
      {
        id: priceId,
        assetId,
        currency: 'USD',
        price: '2',
        day: '2026-06-01',
        time: '08:00',
        source: isFar ? `${circle} desk` : 'Desk',
      },
    ],
    [
      `/api/loans/${loanId}/collateral`,
      {
        id: collateralId,
        event: 'pledge',
        assetId,
        quantity: '5',
        valueDate: '2026-06-01',
        custody: `${circle} vault`,
      },
    ],
  ];
  for (const [path, body] of made) {
    const answer = await manager.post(path, body);
    if (answer.status !== 200) throw new Error(`${circle} ${path}: ${JSON.stringify(answer.body)}`);
  }
  return { assetId: isFar ? assetId : uuidv7(), priceId: isFar ? priceId : uuidv7(), collateralId };
}

async function arrangeImport(test: TestApp, { circle, portfolio }: Place): Promise<string> {
  const id = uuidv7();
  await test.owner`
    insert into imports (portfolio_id, id, file_name, state, created_by, created_at)
    values (${portfolio.id}, ${id}, ${`${circle}.csv`}, 'checked', ${portfolio.manager.id}, now())`;
  return id;
}

async function arrangeTag(test: TestApp, { circle, portfolio }: Place): Promise<string> {
  const id = uuidv7();
  await test.owner`
    insert into tags (portfolio_id, id, name, colour, created_by, created_at)
    values (${portfolio.id}, ${id}, ${`${circle} tag`}, 'teal', ${portfolio.manager.id}, now())`;
  return id;
}

/** Creates a call centre with a member and a patient who may be called, all as `manager`. */
async function arrangeCallCentre(manager: TestClient, { circle, agentId }: Place): Promise<Ids> {
  const [presetId, centreId, memberId, patientId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const made: readonly [string, object][] = [
    [
      'call-centre-presets',
      {
        id: presetId,
        name: `${circle} preset`,
        script: `${circle} script`,
        attempts: 3,
        retryMinutes: 60,
        hours: Array.from({ length: 7 }, () => ({ opensAt: '00:00', closesAt: '23:59' })),
        outcomes: ['answered'],
      },
    ],
    ['call-centres', { id: centreId, name: `${circle} centre`, timeZone: 'UTC', presetId }],
    ['call-centre-members', { id: memberId, centreId, accountId: agentId, role: 'lead' }],
    [
      'call-centre-patients',
      { id: patientId, centreId, name: `${circle} patient`, phone: '+1 415 555 2671' },
    ],
    [
      `call-centre-patients/${patientId}/consents`,
      { id: uuidv7(), state: 'given', means: 'written', agreedOn: '2026-06-01' },
    ],
  ];
  for (const [path, body] of made) {
    const answer = await manager.post(`/api/${path}`, body);
    if (answer.status !== 200) throw new Error(`${circle} ${path}: ${JSON.stringify(answer.body)}`);
  }
  return { presetId, centreId, memberId, patientId };
}

/** Creates the agent's office records: shared in the other portfolio, private elsewhere. */
async function arrangeAppRecords(test: TestApp, { circle, agentId }: Place): Promise<Ids> {
  const agent = await test.signIn(await emailOf(test, agentId));
  const isShared = circle === 'Faraway';
  const records: Record<string, [string, object]> = {
    eventId: [
      '/api/calendar-events',
      {
        title: `${circle} event`,
        place: '',
        details: '',
        colour: 'teal',
        isShared,
        when: { firstDay: '2026-06-15', lastDay: '2026-06-15' },
      },
    ],
    taskId: [
      '/api/tasks',
      {
        title: `${circle} task`,
        details: '',
        assigneeId: agentId,
        dueOn: null,
        priority: 'normal',
        loanId: null,
      },
    ],
    memoId: [
      '/api/memos',
      { title: `${circle} memo`, text: '', colour: 'teal', tags: [circle], isShared },
    ],
    acquaintanceId: [
      '/api/acquaintances',
      {
        name: `${circle} lawyer`,
        organisation: '',
        occupation: '',
        email: '',
        phone: '',
        address: '',
        details: '',
        isShared,
      },
    ],
    boardId: ['/api/boards', { title: `${circle} board`, isShared, columns: [] }],
    columnId: ['/api/boards/:boardId/columns', { title: `${circle} column` }],
    cardId: [
      '/api/board-columns/:columnId/cards',
      { title: `${circle} card`, details: '', assigneeId: null, dueOn: null, labels: [] },
    ],
  };
  const ids: Record<string, string> = {};
  for (const [name, [path, body]] of Object.entries(records)) {
    const id = uuidv7();
    const address = path.replaceAll(/:(\w+)/g, (_, of: string) => ids[of] ?? '');
    const { status, body: answer } = await agent.post(address, { ...body, id });
    if (status !== 200) throw new Error(`${circle} ${path}: ${JSON.stringify(answer)}`);
    ids[name] = answer.id;
  }
  return ids;
}

/**
 * Sends a message by staff mail, with a file and a label, from the agent to themselves, so only
 * they have a copy.
 */
async function arrangeStaffMail(test: TestApp, { circle, agentId }: Place): Promise<Ids> {
  const agent = await test.signIn(await emailOf(test, agentId));
  const file = await agent.upload(
    `/api/internal-mail-attachments?id=${uuidv7()}&fileName=${circle}.txt`,
    Buffer.from(`${circle} file`),
  );
  const mail = {
    answersId: null,
    accountIds: [agentId],
    teamIds: [],
    ccAccountIds: [],
    ccTeamIds: [],
    subject: `${circle} mail`,
    html: `<p>${circle} words</p>`,
    attachmentIds: [file.body.id],
  };
  const sent = await agent.post(`/api/internal-mails/${uuidv7()}/send`, mail);
  const label = await agent.post('/api/internal-mail-labels', {
    id: uuidv7(),
    name: `${circle} label`,
    colour: 'teal',
  });
  const wrong = [file, sent, label].filter(({ status }) => status !== 200);
  if (wrong.length > 0) throw new Error(`${circle} mail: ${JSON.stringify(wrong)}`);
  return {
    internalMailId: sent.body.id,
    threadId: sent.body.threadId,
    attachmentId: file.body.id,
    labelId: label.body.id,
  };
}

async function emailOf(test: TestApp, accountId: string): Promise<string> {
  const [account] = await test.owner<{ email: string }[]>`
    select email from accounts where id = ${accountId}`;
  return account?.email ?? '';
}

/** Creates a chat group of the manager and the agent, with one message. */
async function arrangeChat(manager: TestClient, { circle, agentId }: Place): Promise<Ids> {
  const chatMessageId = uuidv7();
  const group = { id: uuidv7(), name: `${circle} group`, accountIds: [agentId] };
  const message = { id: chatMessageId, text: `${circle} message` };
  const made = await manager.post('/api/chats', group);
  const chatId = String(made.body.id);
  const posted = await manager.post(`/api/chats/${chatId}/messages`, message);
  if (made.status !== 200 || posted.status !== 200) throw new Error(JSON.stringify([made, posted]));
  return { chatId, chatMessageId };
}
