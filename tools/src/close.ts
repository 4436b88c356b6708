import { parseArgs } from 'node:util';
import { closeDays } from '@bursar/api/features/control/end-of-day/close-days';
import { listProgress } from '@bursar/api/features/control/end-of-day/end-of-day.store';
import { findPortfolioManager } from '@bursar/api/features/intake/imports/find-portfolio-manager';
import { systemClock } from '@bursar/api/platform/clock';
import type { Database } from '@bursar/api/platform/database';
import { parseCalendarDate } from '@bursar/loan-maths/calendar';
import { asOwner, joinDatabase, migrateDatabase, openAsApplication } from './running-database.ts';
import { Refusal, runCommand } from './refusal.ts';
import { requireSettings } from './require-settings.ts';

const say = (sentence: string): void => console.log(sentence);

const help = `Usage: npm run close -- [--date DAY] [--portfolio EMAIL]

Closes all open days that are over, in order, up to DAY, such as 2026-03-31. The default is yesterday.
A portfolio without a closed day starts with DAY. EMAIL is the sign-in address of the portfolio's
manager; without it, all portfolios are closed. The server may be running or stopped. An interrupted
close continues where it stopped. Exit codes:
  0  all requested days are closed
  1  the command was refused, or a day is still open
  2  the arguments are invalid`;

/** Closes business days from a shell, with the same code as the end-of-day job of the server. */
export const main = (args: readonly string[]): Promise<void> =>
  runCommand(async () => {
    const options = readOptions(args);
    if (typeof options === 'string') {
      console.error(`${options}\n\n${help}`);
      process.exitCode = 2;
      return;
    }
    if (options.isHelp) return say(help);
    const books = await joinDatabase(requireSettings(), say);
    try {
      await asOwner(books, (owner) => migrateDatabase(owner, say));
      const database = await openAsApplication(books, {
        maxConnections: 4,
        applicationName: 'bursar-close',
      });
      try {
        await close(database, options);
      } finally {
        await database.end({ timeout: 5 });
      }
    } finally {
      await books.close();
    }
  });

type Options = { readonly date: string | null; readonly email: string | null };

async function close(database: Database, { date, email }: Options): Promise<void> {
  const manager = email === null ? null : await findPortfolioManager(database, email);
  if (email !== null && !manager) {
    throw new Refusal(
      `No portfolio has an active manager ${email}. Enter the sign-in address of the portfolio's manager.`,
    );
  }
  const asked = { now: systemClock.now(), portfolioId: manager?.portfolioId ?? null };
  const before = await listProgress(database, asked);
  const early = before.find(({ lastOverDay }) => date !== null && date > lastOverDay);
  if (early) {
    throw new Refusal(
      `${date} is not over. The last day that can be closed is ${early.lastOverDay}.`,
    );
  }
  const until = date === null ? {} : { until: date };
  const onLeft = (error: unknown, loanId: string) =>
    console.error(`Loan ${loanId} was skipped:`, error);
  const closed = await closeDays(database, { ...asked, ...until, onLeft });
  for (const { portfolioId, day } of closed) say(`Closed ${day} of portfolio ${portfolioId}.`);
  if (closed.length === 0) say('No days were open.');
  const behind = (await listProgress(database, asked)).filter(
    ({ lastClosedDay, lastOverDay }) => (lastClosedDay ?? '') < (date ?? lastOverDay),
  );
  if (behind.length > 0) {
    throw new Refusal(
      `Another process is still closing ${behind.length} of the portfolios. Try again in a moment.`,
    );
  }
}

/** Returns the options, or a message if they are invalid. */
function readOptions(args: readonly string[]): (Options & { readonly isHelp: boolean }) | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        date: { type: 'string' },
        portfolio: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    const { date = null, portfolio: email = null, help: isHelp = false } = values;
    if (date !== null && parseCalendarDate(date) === undefined)
      return `--date is "${date}", which is not a day such as 2026-03-31.`;
    return { date, email, isHelp };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
