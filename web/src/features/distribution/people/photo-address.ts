/** The address of an account's photo. It changes with the photo, so that no cached one is shown. */
export function photoAddress(account: {
  readonly id: string;
  readonly photoChangedAt: string | null;
}): string | undefined {
  if (account.photoChangedAt === null) return undefined;
  return `/api/accounts/${account.id}/photo?at=${encodeURIComponent(account.photoChangedAt)}`;
}
