import type { CalendarDate } from '@bursar/loan-maths';
import type { Transaction } from '../platform/database.ts';
import { demoAccounts, demoDeputy, demoTerms, type DemoPeople } from './demo-people.ts';
import { seededRandom, type Random } from './random.ts';

const DEPUTY_SEED = 2079;

/** Returns the moment, three years ago, at which the portfolio and its accounts were created. */
export function openingOf(today: CalendarDate): Date {
  const at = new Date(`${today}T06:00:00Z`);
  at.setUTCFullYear(at.getUTCFullYear() - 3);
  return at;
}

export const demoRoles = ['admin', 'user', 'team', 'agent'] as const;

type NewPeople = {
  readonly portfolioId: string;
  readonly random: Random;
  readonly seed: number;
  readonly today: CalendarDate;
  readonly roles: readonly string[];
  readonly addressOf: (email: string) => string;
  readonly passwordHash: string;
};

/** Adds the products, the teams and the accounts of the given roles. */
export async function insertDemoPeople(
  transaction: Transaction,
  { portfolioId, random, seed, today, roles, addressOf, passwordHash }: NewPeople,
): Promise<DemoPeople> {
  const at = openingOf(today);
  const account = { password_hash: passwordHash, created_at: at.toISOString() };
  const productIds = await insertProducts(transaction, { portfolioId, random, at });
  const known = demoAccounts.filter(({ role }) => roles.includes(role));
  const teamNames = [...new Set(known.flatMap(({ team }) => team ?? []))];
  const teams = new Map<string, string>(teamNames.map((name) => [name, random.uuid(at)]));
  await transaction`
    insert into teams ${transaction([...teams].map(([name, id]) => ({ portfolio_id: portfolioId, id, name, ...demoTerms.team, created_at: at.toISOString() })))}`;
  const accounts = known.map(({ role, email, name, team }) => ({
    id: random.uuid(at),
    portfolio_id: role === 'admin' ? null : portfolioId,
    team_id: (team && teams.get(team)) ?? null,
    ...(role === 'agent' ? demoTerms.agent : demoTerms.none),
    role,
    email: addressOf(email),
    name,
    ...account,
  }));
  const deputy = {
    // Use a separate random stream, so that everything drawn later stays the same.
    id: seededRandom(seed + DEPUTY_SEED).uuid(at),
    portfolio_id: portfolioId,
    team_id: null,
    ...demoTerms.none,
    role: 'user',
    name: demoDeputy.name,
    email: addressOf(demoDeputy.email),
    ...account,
  };
  await transaction`insert into accounts ${transaction(accounts)}`;
  await transaction`insert into accounts ${transaction(deputy)}`;
  const idOf = (role: string) => accounts.find((one) => one.role === role)?.id;
  const desks = accounts.flatMap((desk) =>
    desk.role === 'team' && desk.team_id ? [[desk.team_id, desk.id] as const] : [],
  );
  const holders = accounts.flatMap((agent) =>
    agent.role === 'agent' && agent.team_id ? [{ teamId: agent.team_id, agentId: agent.id }] : [],
  );
  return {
    portfolioId,
    productIds,
    managerId: idOf('user') ?? '',
    deputyId: deputy.id,
    adminId: idOf('admin') ?? null,
    desks: new Map(desks),
    holders,
  };
}

async function insertProducts(
  transaction: Transaction,
  { portfolioId, random, at }: { portfolioId: string; random: Random; at: Date },
): Promise<readonly string[]> {
  const names = ['Personal instalment loan', 'Home improvement loan', 'Small business loan'];
  const products = names.map((name) => ({ portfolio_id: portfolioId, id: random.uuid(at), name }));
  await transaction`insert into products ${transaction(products)}`;
  return products.map(({ id }) => id);
}
