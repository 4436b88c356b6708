/** `A-000012`, as people call an application. */
export const applicationReference = (number: number): string =>
  `A-${String(number).padStart(6, '0')}`;
