/** Hours for Monday to Friday; the weekend is closed. */
export const weekOf = (opensAt: string, closesAt: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => (day < 6 ? { opensAt, closesAt } : null));
