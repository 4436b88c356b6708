/** Returns the token of the password link in an email; null if there is none. */
export function keyIn(body: string): string | null {
  return /token=([\w-]+)/.exec(body)?.[1] ?? null;
}

export const withoutKeys = (body: string): string => body.replaceAll(/token=[\w-]+/g, 'token=…');
