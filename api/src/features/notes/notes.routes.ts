import {
  listLoanReaders,
  listNotes,
  pinNote as pinContract,
  strikeNote as strikeContract,
  writeNote as writeContract,
} from '@bursar/contracts/notes';
import { portfolioContextOf } from '../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import { findLoanInScope } from '../loans/loan-history.store.ts';
import { listNotesOfLoan, listReaders } from './notes.store.ts';
import { pinNote } from './pin-note.ts';
import { strikeNote } from './strike-note.ts';
import { writeNote } from './write-note.ts';

export function bindNoteRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listNotes, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    return succeed({ notes: await listNotesOfLoan(database, { portfolioId, loanId }) });
  });

  bindEndpoint(platform, listLoanReaders, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    return succeed({ people: await listReaders(database, { portfolioId, loanId }) });
  });

  bindEndpoint(platform, writeContract, async ({ params, body, ...call }) => {
    const context = portfolioContextOf(platform, call);
    return context ? writeNote(database, { ...body, ...params }, context) : refuse('not_found');
  });

  bindEndpoint(platform, strikeContract, async ({ params, body, ...call }) => {
    const context = portfolioContextOf(platform, call);
    return context ? strikeNote(database, { ...body, ...params }, context) : refuse('not_found');
  });

  bindEndpoint(platform, pinContract, async ({ params, body, ...call }) => {
    const context = portfolioContextOf(platform, call);
    return context ? pinNote(database, { ...body, ...params }, context) : refuse('not_found');
  });
}
