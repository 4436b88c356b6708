import { calendarDate, type CalendarDate } from '@bursar/loan-maths';
import type { DocumentPlace } from '../platform/document-place.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { hashPassword } from '../features/access/accounts/passwords.ts';
import { evenShares } from './demo-life.ts';
import { liveDemoLoan } from './demo-loans.ts';
import { addDemoWork } from './demo-work.ts';
import { demoCompany, demoPassword, demoPortfolio, type DemoPeople } from './demo-people.ts';
import { seedUntil } from './placed-loan.ts';
import { demoRoles, insertDemoPeople, openingOf } from './insert-demo-people.ts';
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

/** Disbursed applications add the remaining loans up to 2,000. */
const LOANS = 2_000 - DISBURSED_APPLICATIONS;
/**
 * Number of people without a loan. Together with the borrowers who have a loan there are about
 * 10,000 people, the number that table layouts are tested with.
 */
const ENQUIRERS = 8_000 + DISBURSED_APPLICATIONS;
const SEED = 2026;

/** The size of a portfolio that an administrator adds to try out Bursar. */
const TRIAL_LOANS = 180 - DISBURSED_APPLICATIONS;
const TRIAL_ENQUIRERS = 40;

type DemoSettings = {
  readonly today: string;
  /** No event in the demo is later than this moment. */
  readonly now: Date;
  /** The place of the demo's documents; without it, the demo has none. */
  readonly documentPlace?: DocumentPlace;
  readonly log: (line: string) => void;
};

export type DemoSeed = { readonly loans: number; readonly payments: number };

/**
 * Fills an empty database with one realistic portfolio; the result is the same on every machine for
 * a given moment.
 */
export async function seedDemo(
  database: Database,
  { today, now, documentPlace, log }: DemoSettings,
): Promise<DemoSeed> {
  const day = calendarDate(today);
  const random = seededRandom(SEED);
  const passwordHash = await hashPassword(demoPassword);
  const seed = async (transaction: Transaction) => {
    const portfolioId = random.uuid(openingOf(day));
    const portfolio = { id: portfolioId, name: demoPortfolio.name, loans: LOANS, isDemo: false };
    await insertPortfolio(transaction, { ...portfolio, today: day });
    const accounts = { roles: [...demoRoles], passwordHash, addressOf: (email: string) => email };
    const people = await insertDemoPeople(transaction, {
      ...accounts,
      portfolioId,
      random,
      seed: 0,
      today: day,
    });
    await insertCompany(transaction, people, day);
    const story = { people, random, seed: 0, today: day, loans: LOANS, enquirers: ENQUIRERS };
    const payments = await bookStory(transaction, story);
    await addDemoOutbox(transaction, day);
    if (documentPlace) {
      const filing = { people, random: seededRandom(SEED + 67), today: day };
      await addDemoDocuments(transaction, { ...filing, documentPlace });
    }
    return { loans: LOANS + DISBURSED_APPLICATIONS, payments };
  };
  const seeded = await database.begin((transaction) => seedUntil(now, () => seed(transaction)));
  await database`analyze`;
  log(`Demo portfolio ready: ${seeded.loans} loans, ${seeded.payments} payments.`);
  return seeded;
}

/**
 * Adds a small demo portfolio to an installation, with separate accounts whose email addresses are
 * at `domain`. `seed` makes its ids differ from those of other demo portfolios.
 */
export async function addDemoPortfolio(
  transaction: Transaction,
  { portfolioId, today, now, passwordHash, domain, seed }: NewDemoPortfolio,
): Promise<DemoSeed> {
  const day = calendarDate(today);
  const random = seededRandom(seed + SEED);
  const name = `${demoPortfolio.name} (demo)`;
  const portfolio = { id: portfolioId, name, loans: TRIAL_LOANS, isDemo: true };
  await insertPortfolio(transaction, { ...portfolio, today: day });
  const people = await insertDemoPeople(transaction, {
    roles: demoRoles.filter((role) => role !== 'admin'),
    passwordHash,
    addressOf: (email) => `${email.split('@')[0]}@${domain}`,
    portfolioId,
    random,
    seed,
    today: day,
  });
  const sizes = { loans: TRIAL_LOANS, enquirers: TRIAL_ENQUIRERS };
  const payments = await seedUntil(now, () =>
    bookStory(transaction, { people, random, seed, today: day, ...sizes }),
  );
  return { loans: TRIAL_LOANS + DISBURSED_APPLICATIONS, payments };
}

type NewDemoPortfolio = {
  readonly portfolioId: string;
  readonly today: string;
  readonly now: Date;
  readonly passwordHash: string;
  readonly domain: string;
  readonly seed: number;
};

/** Returns whether the database has no accounts yet. The demo must never mix with real data. */
export async function isEmptyDatabase(database: Database): Promise<boolean> {
  const rows = await database`select from accounts limit 1`;
  return rows.length === 0;
}

type Story = {
  readonly people: DemoPeople;
  readonly random: Random;
  readonly seed: number;
  readonly today: CalendarDate;
  readonly loans: number;
  readonly enquirers: number;
};

/** Books the loans and users' actions on them; returns the number of payments. */
async function bookStory(
  transaction: Transaction,
  { people, random, seed, today, ...sizes }: Story,
): Promise<number> {
  const shares = evenShares(random);
  const loans = Array.from({ length: sizes.loans }, () => liveDemoLoan({ random, shares, today }));
  loans.sort((left, right) => (left.disbursedOn < right.disbursedOn ? -1 : 1));
  const { enquirers } = sizes;
  const booking = { random, loans, people, today, seed, enquirers };
  const payments = await bookDemoLoans(transaction, booking);
  // Use separate random streams, so that these draws do not change the loans above.
  const from = (stream: number) => ({ people, today, random: seededRandom(seed + SEED + stream) });
  const filing = from(11);
  await addDemoProducts(transaction, from(43));
  await addDemoApplications(transaction, from(47));
  await addDemoTags(transaction, filing);
  await addDemoLoanNotes(transaction, filing);
  await addDemoConsents(transaction, filing);
  await addDemoNotifications(transaction, from(19));
  await addDemoWork(transaction, from(12));
  await addDemoReschedules(transaction, from(59));
  await addDemoSessions(transaction, from(61));
  await addDemoApprovals(transaction, from(23));
  await addDemoApps(transaction, from(29));
  await addDemoStaffMail(transaction, from(37));
  await addDemoCallCentres(transaction, from(31));
  await addDemoInvoices(transaction, from(37));
  await addDemoCollateral(transaction, from(41));
  await addDemoLetters(transaction, from(71));
  return payments;
}

type NewPortfolio = {
  readonly id: string;
  readonly name: string;
  readonly loans: number;
  readonly isDemo: boolean;
  readonly today: CalendarDate;
};

async function insertPortfolio(
  transaction: Transaction,
  { id, name, loans, isDemo, today }: NewPortfolio,
): Promise<void> {
  await transaction`
    insert into portfolios ${transaction({ id, name, currency: demoPortfolio.currency, time_zone: demoPortfolio.timeZone, last_loan_number: loans, is_demo: isDemo, created_at: openingOf(today).toISOString() })}`;
}

async function insertCompany(
  transaction: Transaction,
  { deputyId }: DemoPeople,
  today: CalendarDate,
): Promise<void> {
  const made = { version: 1, changed_by: deputyId, changed_at: openingOf(today).toISOString() };
  await transaction`
    insert into companies ${transaction({ ...demoCompany, id: deputyId, ...made })}`;
}
