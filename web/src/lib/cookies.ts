/** Returns the cookie's value, or undefined if the browser has no cookie of that name. */
export function readCookie(name: string, cookies = document.cookie): string | undefined {
  const prefix = `${name}=`;
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith(prefix));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(prefix.length));
}

type CookieOptions = { secure?: boolean };

/** Sets a cookie for the whole site until the browser closes. */
export function writeCookie(name: string, value: string, options: CookieOptions = {}): void {
  const secure = options.secure ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; samesite=strict${secure}`;
}

export function removeCookie(name: string): void {
  document.cookie = `${name}=; path=/; max-age=0`;
}
