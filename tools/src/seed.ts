import { isEmptyDatabase } from '@bursar/api/seed/seed-demo';
import { seedBooks } from './furnish-books.ts';
import { asOwner, joinBooks, migrateBooks } from './open-books.ts';
import { Refusal, runCommand } from './refusal.ts';
import { requireSettings } from './require-settings.ts';

const say = (sentence: string): void => console.log(sentence);

/** Fills an empty database with the demo portfolio, whether the server runs or not. */
export const main = (): Promise<void> =>
  runCommand(async () => {
    const books = await joinBooks(requireSettings(), say);
    try {
      await asOwner(books, async (owner) => {
        await migrateBooks(owner, say);
        if (!(await isEmptyDatabase(owner))) {
          throw new Refusal('The database is not empty: the demo is never put beside real books.');
        }
        await seedBooks(owner, say);
      });
    } finally {
      await books.close();
    }
  });
