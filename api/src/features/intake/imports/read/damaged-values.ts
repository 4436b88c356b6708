/** Recognises what a spreadsheet shows for a value that it could not calculate or that did not fit. */
export function isSpreadsheetError(text: string): boolean {
  return /^#(?:#+|(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|NV|BEZUG!|WERT!|N\/D|N\/V)[!?]?)$/i.test(
    text,
  );
}

/** Recognises a number such as 4.47912E+11, which has lost the digits after the sixth. */
export function isCutToExponent(text: string): boolean {
  return /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i.test(text);
}

/** Recognises a long number whose digits after the fifteenth a spreadsheet replaced with zeros. */
export function endsAsCutToFifteenDigits(text: string): boolean {
  return /^\d{15}0+$/.test(text);
}

/** Recognises an id such as 1-2 or MAR1 that a spreadsheet converted to a date. */
export function isTurnedIntoDate(text: string): boolean {
  const month = '(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|okt|oct|nov|dez|dec)[a-z]*\\.?';
  return (
    new RegExp(`^(?:\\d{1,2}[-. ]${month}(?:[-. ]\\d{2,4})?|${month}[-. ]\\d{2,4})$`, 'i').test(
      text,
    ) || /^\d{4}-\d{2}-\d{2}(?:[ T]00:00(?::00)?)?$|^\d{1,2}\/\d{1,2}\/\d{4}$/.test(text)
  );
}
