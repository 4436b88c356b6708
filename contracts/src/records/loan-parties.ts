import { z } from 'zod';
import { borrowerKinds } from './borrower-sorts.ts';
import { partyRoles } from '../choices.ts';
import { endpoint } from '../endpoint.ts';
import { instant, uuid } from '../values.ts';

/** Maximum current parties of a loan, in addition to its first borrower. */
export const MAX_PARTIES = 10;

const loanParty = z.object({
  id: uuid,
  borrower: z.object({
    id: uuid,
    name: z.string().nullable(),
    externalId: z.string().nullable(),
    kind: z.enum(borrowerKinds),
  }),
  role: z.enum(partyRoles),
  note: z.string(),
  /**
   * Null if no number is known, or if the party has ended and must not be called about this loan.
   */
  phone: z.string().nullable(),
  /** The channels for which the party withdrew consent. */
  withdrawnChannels: z.array(z.string()),
  addedBy: z.string(),
  addedAt: instant,
  ended: z.object({ by: z.string(), at: instant, reason: z.string() }).nullable(),
});
export type LoanParty = z.infer<typeof loanParty>;

const loanParams = z.object({ loanId: uuid });

export const listLoanParties = endpoint({
  key: 'GET /api/loans/:loanId/parties',
  summary: 'List the parties of a loan: current ones, then the latest hundred that ended.',
  access: 'read-loans',
  params: loanParams,
  answer: z.object({ parties: z.array(loanParty) }),
  failures: ['not_found'],
});
export type ListLoanParties = typeof listLoanParties;

export const addLoanParty = endpoint({
  key: 'POST /api/loans/:loanId/parties',
  summary:
    'Add a co-borrower or a guarantor to a loan with an amount owed. A retry with the same id and content returns the first party.',
  access: 'change-loan-parties',
  params: loanParams,
  body: z.object({
    /** The client creates this id and repeats it on every retry. */
    id: uuid,
    borrowerId: uuid,
    role: z.enum(partyRoles),
    note: z.string().max(500),
  }),
  answer: z.object({ id: uuid, replayed: z.boolean() }),
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'loan_owes_nothing',
    'party_not_found',
    'borrower_merged_away',
    'borrower_is_on_loan',
    'loan_has_too_many_parties',
  ],
});
export type AddLoanParty = typeof addLoanParty;

export const endLoanParty = endpoint({
  key: 'POST /api/loans/:loanId/parties/:partyId/end',
  summary: 'End a party of a loan with a reason. It stays readable.',
  access: 'change-loan-parties',
  params: loanParams.extend({ partyId: uuid }),
  body: z.object({ reason: z.string().max(500) }),
  answer: z.object({ id: uuid, replayed: z.boolean() }),
  failures: ['not_found', 'reason_missing', 'party_already_ended'],
});
export type EndLoanParty = typeof endLoanParty;
