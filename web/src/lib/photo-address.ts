/** Where somebody's photo is; a new one has a new address, so that no old one is shown for it. */
export function photoAddress(account: {
  readonly id: string;
  readonly photoChangedAt: string | null;
}): string | undefined {
  if (account.photoChangedAt === null) return undefined;
  return `/api/accounts/${account.id}/photo?at=${encodeURIComponent(account.photoChangedAt)}`;
}
