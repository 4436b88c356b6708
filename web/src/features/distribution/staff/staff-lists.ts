import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { paths } from '../../../lib/paths.ts';
import type { StaffColumn } from './staff-columns.tsx';

/** The configuration of one list of accounts. All lists share a table and an endpoint. */
export type StaffListConfig = {
  /** Selects the translations: `list.<textKey>.title` and so on. */
  readonly textKey: 'users' | 'allAgents' | 'agents';
  /** Limits the list to accounts of this role. */
  readonly role?: StaffRow['role'];
  /** The columns that differ between rows here. */
  readonly columns: readonly StaffColumn[];
  /** Columns that are hidden until the user chooses them. */
  readonly hidden?: readonly StaffColumn[];
  readonly hrefOf: (accountId: string) => string;
};

/** The account lists by their audience. */
export const staffLists = {
  users: {
    textKey: 'users',
    columns: ['role', 'portfolio', 'team'],
    hidden: ['team'],
    hrefOf: paths.editUser,
  },
  allAgents: {
    textKey: 'allAgents',
    role: 'agent',
    columns: ['portfolio', 'team'],
    hrefOf: paths.editUser,
  },
  agentsOfManager: { textKey: 'agents', role: 'agent', columns: ['team'], hrefOf: paths.editAgent },
  agentsOfDesk: { textKey: 'agents', role: 'agent', columns: [], hrefOf: paths.editAgent },
} as const satisfies Record<string, StaffListConfig>;
