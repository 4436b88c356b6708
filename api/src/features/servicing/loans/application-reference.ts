/** Formats an application's number, for example `A-000012`. */
export const applicationReference = (number: number): string =>
  `A-${String(number).padStart(6, '0')}`;
