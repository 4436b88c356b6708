import { addDays, type CalendarDate } from '@bursar/loan-maths';
import type { Transaction } from '../platform/database.ts';
import type { DemoPeople } from './demo-people.ts';
import { momentOf } from './placed-loan.ts';
import type { Random } from './random.ts';

const DAYS = 5;

/** Adds everyone's sessions of the last days; all of them have ended. */
export async function addDemoSessions(
  transaction: Transaction,
  {
    people: { portfolioId, adminId },
    random,
    today,
  }: { readonly people: DemoPeople; readonly random: Random; readonly today: CalendarDate },
): Promise<void> {
  const accounts = await transaction<{ id: string }[]>`
    select id from accounts where portfolio_id = ${portfolioId} or id = ${adminId}
    order by email`;
  const hash = () =>
    Buffer.from(random.uuid(momentOf(today, 0)).replaceAll('-', '').repeat(2), 'hex');
  const sessions = accounts.flatMap(({ id }, place) =>
    Array.from({ length: DAYS }, (_, ago) => {
      const day = addDays(today, -1 - ago);
      const from = momentOf(day, 8, random.between(0, 40));
      const until = momentOf(day, random.between(15, 17), random.between(0, 59)).toISOString();
      return {
        id: random.uuid(from),
        account_id: id,
        token_hash: hash(),
        binding_hash: hash(),
        created_at: from.toISOString(),
        last_seen_at: until,
        ended_at: until,
        user_agent: BROWSER,
        address: `203.0.113.${20 + place}`,
      };
    }),
  );
  await transaction`insert into sessions ${transaction(sessions)}`;
}

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
