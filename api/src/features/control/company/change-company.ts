import type { ChangeCompany } from '@bursar/contracts/control/company';
import type { AnswerOf, FailureOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { findCompany, writeCompany, type Company } from './company.store.ts';

type Changed = Outcome<AnswerOf<ChangeCompany>, FailureOf<ChangeCompany>>;

/**
 * Saves the installation's company. Only an administrator may do so, because the company belongs to
 * no portfolio.
 */
export function changeCompany(
  database: Database,
  { version, ...sent }: Company,
  context: CommandContext,
): Promise<Changed> {
  return database.begin(async (transaction): Promise<Changed> => {
    const company = {
      legalName: sent.legalName.trim(),
      address: sent.address.trim(),
      registrationNumber: sent.registrationNumber.trim(),
    };
    if (company.legalName === '') return refuse('name_missing', { field: 'legalName' });
    if (context.session.scope.role !== 'admin') return refuse('not_found');
    const { version: known, ...before } = await findCompany(transaction);
    const made = { by: context.session.account.id, at: context.now.toISOString() };
    const id = await writeCompany(transaction, { ...company, version, ...made });
    if (id === null) {
      // A repeated call, whose first answer was lost, finds the values that it sent before.
      const isSame = JSON.stringify(before) === JSON.stringify(company) && known === version + 1;
      return isSame ? succeed({ ...company, version: known }) : refuse('changed_since');
    }
    await auditCommand(transaction, context, {
      portfolioId: null,
      event: 'change-company',
      subject: 'company',
      subjectId: id,
      before,
      after: company,
    });
    return succeed({ ...company, version: version + 1 });
  });
}
