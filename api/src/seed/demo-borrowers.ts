import { addDays } from '@bursar/loan-maths';
import { firstNames, lastNames, occupations, regions } from './demo-people.ts';
import type { DemoRows } from './demo-tables.ts';
import { momentOf, type Booking } from './placed-loan.ts';
import { seededRandom, type Random } from './random.ts';

const SEED = 2063;

type DemoBorrower = {
  readonly portfolioId: string;
  readonly borrowerId: string;
  readonly number: number;
  readonly name: string;
  readonly at: Date;
};

/** Adds people who applied for a loan in the last three years but took none. */
export function addEnquirers(rows: DemoRows, { people, today, seed, enquirers }: Booking): void {
  const { portfolioId } = people;
  // Use a separate random stream, so that these draws do not change the loans.
  const random = seededRandom(seed + SEED);
  const streams = { random, contactIds: seededRandom(seed + SEED + 1) };
  const days = Array.from({ length: enquirers }, () => random.between(1, 1_095));
  days.sort((left, right) => right - left);
  days.forEach((daysAgo, index) => {
    const at = momentOf(addDays(today, -daysAgo), random.between(8, 17), random.between(0, 59));
    // Sixty first and sixty last names are too few for so many people, so a middle initial is
    // added.
    const name = demoName(random, `${'ABCDEFGHJKLMNPRSTW'.charAt(random.between(0, 17))}.`);
    const borrowerId = random.uuid(at);
    addBorrower(rows, { portfolioId, borrowerId, number: 10_000 + index, name, at }, streams);
  });
}

export function demoName(random: Random, middle?: string): string {
  const first = random.pick(firstNames);
  return [first, middle, random.pick(lastNames)].filter(Boolean).join(' ');
}

export function addBorrower(
  rows: DemoRows,
  { portfolioId, borrowerId, number, name, at }: DemoBorrower,
  { random, contactIds }: { readonly random: Random; readonly contactIds: Random },
): void {
  const mail = name.toLowerCase().replaceAll('.', '').replaceAll(' ', '.');
  const createdAt = at.toISOString();
  const reach = (kind: string, label: string, value: string) => {
    const id = contactIds.uuid(at);
    return {
      portfolioId,
      borrowerId,
      id,
      kind,
      label,
      value,
      isPreferred: true,
      addedAt: createdAt,
    };
  };
  rows.borrower_contacts.push(
    reach('phone', 'mobile', phoneOf(number, random.pick(AREAS))),
    reach('email', 'home', `${mail}${number}@mail.example`),
  );
  rows.borrowers.push({
    portfolioId,
    id: borrowerId,
    externalId: `B-${20_000 + number}`,
    name,
    employmentTitle: random.pick(occupations),
    employmentYears: random.between(0, 20),
    region: random.pick(regions),
    homeOwnership: random.pick(['rent', 'own', 'mortgage']),
    annualIncomeMinor: random.between(24, 160) * 100_000,
    createdAt,
    ...(number % COMPANY_EVERY === 0 ? companyOf(name, number) : notACompany),
  });
}

const COMPANY_EVERY = 40;

const AREAS = Array.from({ length: 200 }, (_, index) => String(201 + index));
/** Number of phone lines per exchange, excluding the first hundred. */
const LINES = 9_900;

/** Returns a nearly unique phone number, because people who share one appear as likely duplicates. */
function phoneOf(number: number, area: string): string {
  const line = 100 + ((number * 7_919) % LINES);
  return `+1${area}555${String(line).padStart(4, '0')}`;
}

const notACompany = {
  borrowerKind: 'person',
  legalName: null,
  registrationNumber: null,
  contactPerson: null,
};

/** Builds a trading company that is named after its owner. */
function companyOf(runner: string, number: number) {
  const trade = `${runner.split(' ').at(-1)} Trading`;
  return {
    name: trade,
    borrowerKind: 'company',
    legalName: `${trade} LLC`,
    registrationNumber: `CR${String(100_000 + number)}`,
    contactPerson: runner,
    employmentTitle: null,
    employmentYears: null,
    homeOwnership: null,
  };
}
