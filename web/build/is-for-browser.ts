/** Admits a plugin to the build for the browser, and not to the one that renders on the server. */
export function isForBrowser({ name }: { readonly name: string }): boolean {
  return name === 'client';
}
