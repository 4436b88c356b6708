import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { paths } from '../../../lib/paths.ts';
import type { StaffColumn } from './staff-columns.tsx';

/** What one of the lists of people shows: the same table, each with its own question. */
export type StaffListFacts = {
  /** Its words: `list.<words>.title` and the like. */
  readonly words: 'users' | 'allAgents' | 'agents';
  /** Only accounts of this role; without it, of every role. */
  readonly role?: StaffRow['role'];
  /** The columns that differ from row to row here. */
  readonly columns: readonly StaffColumn[];
  /** Those among them that are shown only when chosen. */
  readonly hidden?: readonly StaffColumn[];
  readonly hrefOf: (accountId: string) => string;
};

/** The lists by whose they are. */
export const staffLists = {
  users: {
    words: 'users',
    columns: ['role', 'portfolio', 'team'],
    hidden: ['team'],
    hrefOf: paths.editUser,
  },
  allAgents: {
    words: 'allAgents',
    role: 'agent',
    columns: ['portfolio', 'team'],
    hrefOf: paths.editUser,
  },
  agentsOfManager: { words: 'agents', role: 'agent', columns: ['team'], hrefOf: paths.editAgent },
  agentsOfDesk: { words: 'agents', role: 'agent', columns: [], hrefOf: paths.editAgent },
} as const satisfies Record<string, StaffListFacts>;
