/**
 * Groups a stored number, `+12025556802`, for reading aloud: `+1 202 555 6802`. The country code
 * comes first, then groups of three and a last group of two to four. Other text is returned
 * unchanged.
 */
export function groupPhone(number: string): string {
  const match = international.exec(number);
  const [, country, national] = match ?? [];
  if (country === undefined || national === undefined) return number;
  return [`+${country}`, ...(national.match(threesWithFourAtTheEnd) ?? [])].join(' ');
}

/** Country codes of one and two digits; all others have three (ITU-T E.164). */
const international =
  /^\+([17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{4,12})$/;

const threesWithFourAtTheEnd = /\d{2,4}$|\d{3}/g;
