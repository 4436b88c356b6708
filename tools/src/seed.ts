import { demoAccounts } from '@bursar/api/seed/demo-people';
import { isEmptyDatabase } from '@bursar/api/seed/seed-demo';
import { seedDemoDatabase } from './add-initial-data.ts';
import { asOwner, joinDatabase, migrateDatabase } from './running-database.ts';
import { Refusal, runCommand } from './refusal.ts';
import { requireSettings } from './require-settings.ts';
import { readSeededLoans, seedLoans } from './seed-loans.ts';

const say = (sentence: string): void => console.log(sentence);

/**
 * Fills an empty database with the demo portfolio, and with more loans on request, with or without a
 * running server.
 */
export const main = (args: readonly string[]): Promise<void> =>
  runCommand(async () => {
    const loans = readSeededLoans(args);
    const settings = requireSettings();
    const books = await joinDatabase(settings, say);
    try {
      await asOwner(books, async (owner) => {
        await migrateDatabase(owner, say);
        if (!(await isEmptyDatabase(owner))) {
          throw new Refusal('The database is not empty. Use an empty database for the demo data.');
        }
        await seedDemoDatabase(owner, settings.documents, say);
      });
    } finally {
      await books.close();
    }
    const manager = demoAccounts.find(({ role }) => role === 'user');
    if (loans > 0 && manager) await seedLoans({ loans, manager: manager.email }, say);
  });
