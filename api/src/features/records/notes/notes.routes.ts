import {
  listLoanReaders,
  listNotes,
  pinNote as pinContract,
  strikeNote as strikeContract,
  writeNote as writeContract,
} from '@bursar/contracts/records/notes';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { listNotesOfLoan, listReaders } from './notes.store.ts';
import { pinNote } from './pin-note.ts';
import { strikeNote } from './strike-note.ts';
import { writeNote } from './write-note.ts';

export function bindNoteRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listNotes, async ({ params: { loanId }, query, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    return succeed(await listNotesOfLoan(database, { ...query, portfolioId, loanId }));
  });

  bindEndpoint(platform, listLoanReaders, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    return succeed({ people: await listReaders(database, { portfolioId, loanId }) });
  });

  bindEndpoint(platform, writeContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => writeNote(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, strikeContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => strikeNote(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, pinContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => pinNote(database, { ...body, ...params }, own)),
  );
}
