import { reconcile } from '@bursar/api/features/control/reconciliation/reconcile';
import { countBroken, describeCheck } from './reconciliation-report.ts';
import { asOwner, joinDatabase, migrateDatabase } from './running-database.ts';
import { runCommand } from './refusal.ts';
import { requireSettings } from './require-settings.ts';

const say = (sentence: string): void => console.log(sentence);

/**
 * Reconciles the books, with or without a running server, and reports differences. It repairs
 * nothing, because people must understand a difference first. The exit code is 1 if there are
 * differences.
 */
export const main = (): Promise<void> =>
  runCommand(async () => {
    const books = await joinDatabase(requireSettings(), say);
    try {
      const checked = await asOwner(books, async (owner) => {
        await migrateDatabase(owner, say);
        return reconcile(owner);
      });
      for (const check of checked) say(describeCheck(check));
      const broken = countBroken(checked);
      say(
        broken === 0
          ? `\nThe books have no errors: ${checked.length} of ${checked.length} checks passed.`
          : `\nThe books have errors: ${broken} of ${checked.length} checks failed. Nothing was changed.`,
      );
      if (broken > 0) process.exitCode = 1;
    } finally {
      await books.close();
    }
  });
