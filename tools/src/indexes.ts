import { listIndexesToBuild } from '@bursar/api/platform/indexes-to-build';
import { asOwner, explainConnection, joinExistingDatabase } from './running-database.ts';
import { runCommand } from './refusal.ts';
import { requireSettings } from './require-settings.ts';

/**
 * Prints the SQL that builds the indexes of the pending migrations of this release. An operator
 * runs it while the previous release still serves. The command changes nothing, and prints its
 * other messages to stderr, so that `psql` can read stdout.
 */
export const main = (): Promise<void> =>
  runCommand(async () => {
    const books = await joinExistingDatabase(requireSettings(), (text) => console.error(text));
    try {
      const statements = await asOwner(books, (owner) => listIndexesToBuild(owner)).catch(
        (error: unknown) => {
          throw explainConnection(error);
        },
      );
      for (const statement of statements) console.log(statement);
      if (statements.length === 0) console.error('Pending migrations build no index beforehand.');
    } finally {
      await books.close();
    }
  });
