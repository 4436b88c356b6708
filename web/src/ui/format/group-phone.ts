/**
 * A number as it is stored, `+12025556802`, in groups that can be read out: `+1 202 555 6802`. The
 * country's code stands alone, the rest in threes, four at the end; what is no such number stays.
 */
export function groupPhone(number: string): string {
  const match = international.exec(number);
  const [, country, national] = match ?? [];
  if (country === undefined || national === undefined) return number;
  return [`+${country}`, ...(national.match(threesWithFourAtTheEnd) ?? [])].join(' ');
}

/** Codes of one figure and of two; all others have three (ITU-T E.164). */
const international =
  /^\+([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{4,12})$/;

const threesWithFourAtTheEnd = /\d{2,4}$|\d{3}/g;
