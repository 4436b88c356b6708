/**
 * Removes the zeros after which a decimal ends: PostgreSQL returns numeric(10,6) as `14.070000`,
 * but users write `14.07`. Zeros of whole numbers stay.
 * @example plainDecimal('10.000000') // '10'
 */
export function plainDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
