import type { AssignmentTarget, SpreadRule } from '@bursar/contracts/assignments';

/** Whom a move is being prepared for: one, or several that each get a share. */
export type TargetDraft = {
  readonly isSpread: boolean;
  readonly kind: 'team' | 'agent';
  readonly ids: readonly string[];
  readonly by: SpreadRule;
};

export const noTarget: TargetDraft = { isSpread: false, kind: 'agent', ids: [], by: 'count' };

/** Teams and agents are not mixed: a spread is over holders of one kind. */
export function chooseTarget(
  draft: TargetDraft,
  { kind, id }: { kind: 'team' | 'agent'; id: string },
): TargetDraft {
  if (!draft.isSpread || draft.kind !== kind) return { ...draft, kind, ids: [id] };
  const ids = draft.ids.includes(id)
    ? draft.ids.filter((chosen) => chosen !== id)
    : [...draft.ids, id];
  return { ...draft, ids };
}

/** Going back to one target keeps the first of several. */
export function setSpread(draft: TargetDraft, isSpread: boolean): TargetDraft {
  return { ...draft, isSpread, ids: isSpread ? draft.ids : draft.ids.slice(0, 1) };
}

/** What the server is asked for; null while too few are chosen. */
export function targetOf({ isSpread, kind, ids, by }: TargetDraft): AssignmentTarget | null {
  const [id] = ids;
  if (id === undefined) return null;
  if (!isSpread) return { kind, id };
  return ids.length < 2 ? null : { kind, spread: { ids: [...ids], by } };
}
