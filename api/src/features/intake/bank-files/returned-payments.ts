/**
 * Returns whether a text says that money came back, or was exchanged, instead of being paid by a
 * borrower. The words have other meanings too, so they only prevent an automatic match.
 */
export function mentionsReturn(text: string): boolean {
  return words.test(text);
}

const words = new RegExp(
  [
    String.raw`(?<!\p{L})(returned?|unpaid|bounced?|dishonou?red|charge ?backs?|revers(?:al|ed)|refund(?:ed)?|nsf|insufficient funds)(?!\p{L})`,
    String.raw`(?<!\p{L})(currency (?:exchange|conversion)|converted|exchanged)(?!\p{L})`,
    String.raw`r(?:ü|ue)ck(?:lastschrift|buchung|gabe|scheck|erstattung|zahlung)|retoure|storno|gutschrift r(?:ü|ue)ck`,
    String.raw`(?<!\p{L})(rejet|impay[eé]e?s?|remboursement|annulation|devuelt[oa]|devoluci[oó]n|reembolso|anulaci[oó]n)`,
    String.raw`(?<!\p{L})(devolu[cç][aã]o|estorno|insoluto|rimborso|teruggave|terugboeking|zwrot|iade|iptal)`,
    String.raw`مرتجع|مرتد|استرداد|ردّ?يات|إلغاء|عكس قيد`,
  ].join('|'),
  'iu',
);
