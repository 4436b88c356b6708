import type { ChangeBankLayout } from '@bursar/contracts/intake/bank-files';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { FileKey } from './bank-file-keys.ts';
import { findBankFile } from './stored/bank-files.store.ts';
import { changeLayout } from './stored/bank-layouts.store.ts';

type Changed = Outcome<AnswerOf<ChangeBankLayout>, FailureOf<ChangeBankLayout>>;

/**
 * Renames the remembered layout of a file, forgets one of its answers, or forgets the whole layout.
 * The stored file does not change.
 */
export function changeBankLayout(
  database: Database,
  { name, forgetAnswer, ...key }: FileKey & InputOf<ChangeBankLayout>['body'],
  context: PortfolioContext,
): Promise<Changed> {
  return database.begin(async (transaction): Promise<Changed> => {
    const former = await changeLayout(transaction, key, { name, forgetAnswer });
    const file = former === null ? null : await findBankFile(transaction, key);
    if (!file) return refuse('not_found');
    if (former !== name || forgetAnswer !== undefined) {
      await auditCommand(transaction, context, {
        portfolioId: key.portfolioId,
        event: 'change-bank-layout',
        subject: 'bank-file',
        subjectId: key.bankFileId,
        before: { name: former },
        after: { name, ...(forgetAnswer !== undefined && { forgetAnswer }) },
      });
    }
    return succeed(file);
  });
}
