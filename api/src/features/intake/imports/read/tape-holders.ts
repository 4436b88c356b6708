import {
  holderMeaning,
  UNASSIGNED,
  wordKey,
  type HolderField,
} from '@bursar/contracts/intake/tape-words.values';

/** A team or an agent of the portfolio, as a tape can name it. */
export type TapeHolder = {
  readonly kind: HolderField;
  readonly id: string;
  readonly name: string;
  /** The agent's address, or the addresses of the team's desk. */
  readonly emails: readonly string[];
  /** The id of the team itself, or of the agent's team; null for an agent without a team. */
  readonly teamId: string | null;
  readonly isSuspended: boolean;
};

/** The holder of a loan; both ids are null if the loan is unassigned. */
export type LoanHolder = { readonly teamId: string | null; readonly agentId: string | null };

const nobody: LoanHolder = { teamId: null, agentId: null };

export type Holders = ReturnType<typeof findHolders>;

/** Finds teams and agents by their exact name or address on a tape. */
export function findHolders(holders: readonly TapeHolder[]) {
  const named = new Map<string, TapeHolder[]>();
  for (const holder of holders) {
    const names = new Set([holder.name, ...holder.emails].map(wordKey));
    for (const name of names) named.set(name, [...(named.get(name) ?? []), holder]);
  }
  const assignable = holders.filter(isAssignable);
  const byMeaning = new Map<string, LoanHolder>([
    [UNASSIGNED, nobody],
    ...assignable.map((holder) => [meaningOf(holder), loanHolderOf(holder)] as const),
  ]);
  const onlyNamed = (word: string): TapeHolder | null => {
    const [only, ...others] = named.get(wordKey(word)) ?? [];
    return only && others.length === 0 ? only : null;
  };
  return {
    assignable: assignable.map((holder) => ({
      meaning: meaningOf(holder),
      kind: holder.kind,
      name: holder.name,
      email: holder.kind === 'agent' ? (holder.emails[0] ?? null) : null,
    })),
    /**
     * Returns the holder with this meaning; null if it is neither "unassigned" nor a team or an
     * agent that can still receive loans.
     */
    byMeaning: (meaning: string): LoanHolder | null => byMeaning.get(meaning) ?? null,
    /**
     * Returns the meaning of a name or address if exactly one team or agent has it and can receive
     * loans; null otherwise.
     */
    named: (word: string): string | null => {
      const holder = onlyNamed(word);
      return holder && isAssignable(holder) ? meaningOf(holder) : null;
    },
    /**
     * Returns the agent with this name or address if the agent cannot receive loans; otherwise
     * null.
     */
    unassignable: (word: string): TapeHolder | null => {
      const holder = onlyNamed(word);
      return holder && !isAssignable(holder) ? holder : null;
    },
    /** Returns the meaning of a name in another order or spelling, for a user to confirm. */
    suggested: (word: string): string | null => {
      const parts = partsOf(word);
      const [only, ...others] = assignable.filter(({ name }) => partsOf(name) === parts);
      return parts !== '' && only && others.length === 0 ? meaningOf(only) : null;
    },
  };
}

function isAssignable({ isSuspended, teamId }: TapeHolder): boolean {
  return !isSuspended && teamId !== null;
}

function meaningOf({ kind, id }: TapeHolder): string {
  return holderMeaning(kind, id);
}

function loanHolderOf({ kind, id, teamId }: TapeHolder): LoanHolder {
  return { teamId, agentId: kind === 'agent' ? id : null };
}

/** Makes "Doe, Jané" and "Jane Doe" equal. */
function partsOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{Nd}]+/gu) ?? []).toSorted().join(' ');
}

/**
 * Returns the holder that both columns of a row agree on; null if they contradict each other. An
 * agent and the agent's team agree, and "unassigned" agrees with any holder.
 */
export function agreedHolder(named: readonly LoanHolder[]): LoanHolder | null {
  const [first = nobody, second = nobody] = named;
  if (second.teamId === null) return first;
  if (first.teamId === null) return second;
  if (first.teamId !== second.teamId) return null;
  if (first.agentId === null) return second;
  return second.agentId === null || second.agentId === first.agentId ? first : null;
}
