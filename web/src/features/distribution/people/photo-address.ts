/**
 * The address of an account's photo; undefined without a photo. It changes with the photo, so that
 * the browser never shows an outdated one from its cache.
 */
export function photoAddress(account: {
  readonly id: string;
  readonly photoChangedAt: string | null;
}): string | undefined {
  if (account.photoChangedAt === null) return undefined;
  return `/api/accounts/${account.id}/photo?at=${encodeURIComponent(account.photoChangedAt)}`;
}
