import {
  listLoanReaders,
  listLoanNotes,
  pinLoanNote as pinContract,
  strikeLoanNote as strikeContract,
  writeLoanNote as writeContract,
} from '@bursar/contracts/records/loan-notes';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { listNotesOfLoan, listReaders } from './loan-notes.store.ts';
import { pinLoanNote } from './pin-loan-note.ts';
import { strikeLoanNote } from './strike-loan-note.ts';
import { writeLoanNote } from './write-loan-note.ts';

export function bindLoanNoteRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(
    platform,
    listLoanNotes,
    async ({ params: { loanId }, query, session: { scope } }) => {
      const loan = await findLoanInScope(database, { scope, loanId });
      if (!loan) return refuse('not_found');
      const { portfolioId } = loan;
      return succeed(await listNotesOfLoan(database, { ...query, portfolioId, loanId }));
    },
  );

  bindEndpoint(platform, listLoanReaders, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    return succeed({ people: await listReaders(database, { portfolioId, loanId }) });
  });

  bindEndpoint(platform, writeContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => writeLoanNote(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, strikeContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => strikeLoanNote(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, pinContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => pinLoanNote(database, { ...body, ...params }, own)),
  );
}
