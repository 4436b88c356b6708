/** An XML element with everything in it. */
export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
};

export function inside(
  element: Element | undefined,
  ...path: readonly string[]
): Element | undefined {
  return path.reduce<Element | undefined>(
    (at, name) => at?.children.find((child) => child.name === name),
    element,
  );
}

export const textIn = (element: Element | undefined, ...path: readonly string[]): string =>
  inside(element, ...path)?.text.trim() ?? '';

export const allIn = (element: Element | undefined, name: string): readonly Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/**
 * Returns the texts and child elements of an element, without attributes, to distinguish it from
 * others.
 */
export const writtenIn = ({ text, children }: Element): string =>
  text.trim() + children.map((child) => `<${child.name}>${writtenIn(child)}`).join('');

/**
 * Returns the account number, the IBAN if there is one. Version 1 of the format has its own
 * elements for other accounts.
 */
export const accountIn = (account: Element | undefined): string => {
  const ids = [['IBAN'], ['Othr', 'Id'], ['BBAN'], ['PrtryAcct', 'Id'], ['UPIC']];
  return ids.map((path) => textIn(account, 'Id', ...path)).find((id) => id !== '') ?? '';
};

/** Reads a day, or the day of a date and time, as the bank writes it; a time zone is ignored. */
export const dayIn = (element: Element | undefined, ...path: readonly string[]): string => {
  const day = inside(element, ...path);
  return (textIn(day, 'Dt') || textIn(day, 'DtTm') || (day?.text.trim() ?? '')).slice(0, 10);
};
