import type { Session } from './session.ts';

type Made = { readonly madeBy: { readonly id: string } };

/** Returns whether the signed-in user created the record. */
export function isOwn<Record extends Made>(
  record: Record | null,
  session: Session | undefined,
): record is Record {
  return record !== null && record.madeBy.id === session?.id;
}
