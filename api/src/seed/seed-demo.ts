import { calendarDate, type CalendarDate } from '@bursar/loan-maths';
import type { Database, Transaction } from '../platform/database.ts';
import { hashPassword } from '../features/access/accounts/passwords.ts';
import { evenShares } from './demo-life.ts';
import { liveDemoLoan } from './demo-loans.ts';
import { addDemoWork } from './demo-work.ts';
import {
  demoAccounts,
  demoCompany,
  demoDeputy,
  demoPassword,
  demoPortfolio,
  demoTerms,
  type DemoPeople,
} from './demo-people.ts';
import { bookDemoLoans } from './book-demo-loans.ts';
import { addDemoApps } from './demo-apps.ts';
import { addDemoCallCentres } from './demo-call-centres.ts';
import { addDemoCollateral } from './demo-collateral.ts';
import { addDemoApplications, DISBURSED_APPLICATIONS } from './demo-applications.ts';
import { addDemoApprovals } from './demo-approvals.ts';
import { addDemoDocuments } from './demo-documents.ts';
import { addDemoInvoices } from './demo-invoices.ts';
import { addDemoConsents } from './demo-consents.ts';
import { addDemoLoanNotes } from './demo-loan-notes.ts';
import { addDemoStaffMail } from './demo-staff-mail.ts';
import { addDemoOutbox } from './demo-outbox.ts';
import { addDemoLetters } from './demo-letters.ts';
import { addDemoNotifications } from './demo-notifications.ts';
import { addDemoProducts } from './demo-products.ts';
import { addDemoReschedules } from './demo-reschedules.ts';
import { addDemoSessions } from './demo-sessions.ts';
import { addDemoTags } from './demo-tags.ts';
import { seededRandom, type Random } from './random.ts';

/** Two more become loans from their applications. */
const LOANS = 2_000 - DISBURSED_APPLICATIONS;
const SEED = 2026;

type DemoSettings = {
  readonly today: string;
  /** Without a folder the demo has no documents. */
  readonly documentsFolder?: string;
  readonly log: (line: string) => void;
};

export type DemoSeed = { readonly loans: number; readonly payments: number };

/**
 * Fills an empty database with one realistic portfolio; the result is the same on every machine for
 * a given day.
 */
export async function seedDemo(
  database: Database,
  { today, documentsFolder, log }: DemoSettings,
): Promise<DemoSeed> {
  const day = calendarDate(today);
  const random = seededRandom(SEED);
  const passwordHash = await hashPassword(demoPassword);
  const seeded = await database.begin(async (transaction) => {
    const people = await insertPeople(transaction, { random, today: day, passwordHash });
    const shares = evenShares(random);
    const loans = Array.from({ length: LOANS }, () => liveDemoLoan({ random, shares, today: day }));
    loans.sort((left, right) => (left.disbursedOn < right.disbursedOn ? -1 : 1));
    const payments = await bookDemoLoans(transaction, { random, loans, people, today: day });
    // Separate random streams leave the loans above unchanged.
    const filing = { people, random: seededRandom(SEED + 11), today: day };
    await addDemoProducts(transaction, { ...filing, random: seededRandom(SEED + 43) });
    await addDemoApplications(transaction, { ...filing, random: seededRandom(SEED + 47) });
    await addDemoTags(transaction, filing);
    await addDemoLoanNotes(transaction, filing);
    await addDemoConsents(transaction, filing);
    await addDemoOutbox(transaction, day);
    await addDemoNotifications(transaction, { ...filing, random: seededRandom(SEED + 19) });
    await addDemoWork(transaction, { people, random: seededRandom(SEED + 12), today: day });
    await addDemoReschedules(transaction, { ...filing, random: seededRandom(SEED + 59) });
    await addDemoSessions(transaction, { ...filing, random: seededRandom(SEED + 61) });
    await addDemoApprovals(transaction, { ...filing, random: seededRandom(SEED + 23) });
    await addDemoApps(transaction, { ...filing, random: seededRandom(SEED + 29) });
    await addDemoStaffMail(transaction, { ...filing, random: seededRandom(SEED + 37) });
    await addDemoCallCentres(transaction, { ...filing, random: seededRandom(SEED + 31) });
    await addDemoInvoices(transaction, { ...filing, random: seededRandom(SEED + 37) });
    await addDemoCollateral(transaction, { ...filing, random: seededRandom(SEED + 41) });
    await addDemoLetters(transaction, { ...filing, random: seededRandom(SEED + 71) });
    if (documentsFolder) {
      const documents = { ...filing, random: seededRandom(SEED + 67), documentsFolder };
      await addDemoDocuments(transaction, documents);
    }
    return { loans: LOANS + DISBURSED_APPLICATIONS, payments };
  });
  await database`analyze`;
  log(`Demo portfolio ready: ${seeded.loans} loans, ${seeded.payments} payments.`);
  return seeded;
}

/** Returns whether the database is empty, because the demo must never mix with real data. */
export async function isEmptyDatabase(database: Database): Promise<boolean> {
  const rows = await database`select from accounts limit 1`;
  return rows.length === 0;
}

async function insertPeople(
  transaction: Transaction,
  options: { random: Random; today: CalendarDate; passwordHash: string },
): Promise<DemoPeople> {
  const { random, passwordHash } = options;
  const at = new Date(`${options.today}T06:00:00Z`);
  at.setUTCFullYear(at.getUTCFullYear() - 3);
  const portfolioId = random.uuid(at);
  await transaction`
    insert into portfolios ${transaction({ id: portfolioId, name: demoPortfolio.name, currency: demoPortfolio.currency, time_zone: demoPortfolio.timeZone, last_loan_number: LOANS, created_at: at.toISOString() })}`;
  const productNames = ['Personal instalment loan', 'Home improvement loan', 'Small business loan'];
  const products = productNames.map((name) => ({
    portfolio_id: portfolioId,
    id: random.uuid(at),
    name,
  }));
  await transaction`insert into products ${transaction(products)}`;
  const teamNames = [...new Set(demoAccounts.flatMap(({ team }) => team ?? []))];
  const teams = new Map<string, string>(teamNames.map((name) => [name, random.uuid(at)]));
  await transaction`
    insert into teams ${transaction([...teams].map(([name, id]) => ({ portfolio_id: portfolioId, id, name, ...demoTerms.team, created_at: at.toISOString() })))}`;
  const accounts = demoAccounts.map(({ role, email, name, team }) => ({
    id: random.uuid(at),
    portfolio_id: role === 'admin' ? null : portfolioId,
    team_id: (team && teams.get(team)) ?? null,
    ...(role === 'agent' ? demoTerms.agent : demoTerms.none),
    role,
    email,
    name,
    password_hash: passwordHash,
    created_at: at.toISOString(),
  }));
  // A separate random stream leaves everything drawn later unchanged.
  const deputyId = seededRandom(SEED + 53).uuid(at);
  const deputy = {
    id: deputyId,
    portfolio_id: portfolioId,
    team_id: null,
    ...demoTerms.none,
    role: 'user',
    ...demoDeputy,
    password_hash: passwordHash,
    created_at: at.toISOString(),
  };
  await transaction`insert into accounts ${transaction(accounts)}`;
  await transaction`insert into accounts ${transaction(deputy)}`;
  await transaction`
    insert into companies ${transaction({ ...demoCompany, id: deputyId, version: 1, changed_by: deputyId, changed_at: at.toISOString() })}`;
  const idOf = (role: string) => accounts.find((account) => account.role === role)?.id ?? '';
  const desks = new Map<string, string>(
    accounts.flatMap((desk) =>
      desk.role === 'team' && desk.team_id ? [[desk.team_id, desk.id] as const] : [],
    ),
  );
  const holders = accounts.flatMap((agent) =>
    agent.role === 'agent' && agent.team_id ? [{ teamId: agent.team_id, agentId: agent.id }] : [],
  );
  return {
    portfolioId,
    productIds: products.map((product) => product.id),
    managerId: idOf('user'),
    deputyId,
    desks,
    holders,
  };
}
