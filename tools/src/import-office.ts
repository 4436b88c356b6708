import { findPortfolioManager } from '@bursar/api/features/intake/imports/find-portfolio-manager';
import type { ImportActor, ImportDesk } from '@bursar/api/features/intake/imports/import-desk';
import { runImports } from '@bursar/api/features/intake/imports/import-runs';
import { dayIn, systemClock } from '@bursar/api/platform/clock';
import type { Database } from '@bursar/api/platform/database';
import { calendarDate } from '@bursar/loan-maths/calendar';
import { addInitialData } from './add-initial-data.ts';
import { asOwner, joinDatabase, migrateDatabase, openAsApplication } from './running-database.ts';
import { Refusal } from './refusal.ts';
import { requireSettings } from './require-settings.ts';

export type ImportOffice = {
  readonly desk: ImportDesk;
  readonly actor: ImportActor;
  readonly portfolioName: string;
};

/**
 * Connects to the database for the imports of one portfolio, runs `work` and disconnects. It works
 * with or without a running server.
 */
export async function withImportOffice(
  portfolio: string,
  log: (sentence: string) => void,
  work: (office: ImportOffice) => Promise<void>,
): Promise<void> {
  const settings = requireSettings();
  const books = await joinDatabase(settings, log);
  try {
    await asOwner(books, async (owner) => {
      await migrateDatabase(owner, log);
      if (settings.demo) await addInitialData(owner, settings, log);
    });
    const database = await openAsApplication(books, {
      maxConnections: 4,
      applicationName: 'bursar-import',
    });
    try {
      await work(await openOffice(database, portfolio));
    } finally {
      await database.end({ timeout: 5 });
    }
  } finally {
    await books.close();
  }
}

async function openOffice(database: Database, email: string): Promise<ImportOffice> {
  const manager = await findPortfolioManager(database, email);
  if (!manager) {
    throw new Refusal(
      `No portfolio has an active manager ${email}. Enter the sign-in address of the portfolio's manager.`,
    );
  }
  const { accountId, portfolioId, portfolioName, currency, timeZone, mayAssign } = manager;
  const businessDate = calendarDate(dayIn(timeZone, systemClock.now()));
  const runs = runImports((error) => console.error(error));
  return {
    desk: { database, clock: systemClock, runs },
    actor: {
      portfolioId,
      accountId,
      currency,
      businessDate,
      mayAssign,
      requestId: null,
      apiKeyName: undefined,
    },
    portfolioName,
  };
}
