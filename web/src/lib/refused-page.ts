/** The address of the page that the guard refused last, for the page that explains the refusal. */
let address: string | undefined;

export function noteRefusedPage(refused: string | undefined): void {
  address = refused;
}

/** Returns the path that this user may not open, or undefined if no refusal led to this page. */
export function refusedPage(): string | undefined {
  return address;
}
