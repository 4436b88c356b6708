import type { Session } from './session.ts';

type Made = { readonly madeBy: { readonly id: string } };

/** Whether the signed-in user created a record. */
export function isOwn<Record extends Made>(
  record: Record | null,
  session: Session | undefined,
): record is Record {
  return record !== null && record.madeBy.id === session?.id;
}
