/** What a spreadsheet shows instead of a value that it could not calculate or that did not fit. */
export function isSpreadsheetError(text: string): boolean {
  return /^#(?:#+|(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|NV|BEZUG!|WERT!|N\/D|N\/V)[!?]?)$/i.test(
    text,
  );
}

/** A number written as 4.47912E+11: the digits behind the sixth are lost. */
export function isCutToExponent(text: string): boolean {
  return /^[+-]?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i.test(text);
}

/** Beyond fifteen digits a spreadsheet writes zeros, whatever was typed. */
export function endsAsCutToFifteenDigits(text: string): boolean {
  return /^\d{15}0+$/.test(text);
}

/** An id such as 1-2 or MAR1 that a spreadsheet took for a day. */
export function isTurnedIntoDate(text: string): boolean {
  const month = '(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|okt|oct|nov|dez|dec)[a-z]*\\.?';
  return (
    new RegExp(`^(?:\\d{1,2}[-. ]${month}(?:[-. ]\\d{2,4})?|${month}[-. ]\\d{2,4})$`, 'i').test(
      text,
    ) || /^\d{4}-\d{2}-\d{2}(?:[ T]00:00(?::00)?)?$|^\d{1,2}\/\d{1,2}\/\d{4}$/.test(text)
  );
}
