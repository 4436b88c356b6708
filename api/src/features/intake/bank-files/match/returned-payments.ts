import type { MatchEvidence } from '@bursar/contracts/intake/bank-files.values';

/**
 * Returns whether a text says that money came back, or was exchanged, instead of being paid by a
 * borrower. The words have other meanings too, so they only prevent an automatic match.
 */
export function mentionsReturn(text: string): boolean {
  return words.test(text) || exchangeWords.test(text);
}

const exchangeWords = /(?<!\p{L})(currency (?:exchange|conversion)|converted|exchanged)(?!\p{L})/iu;

const words = new RegExp(
  [
    String.raw`(?<!\p{L})(returned?|unpaid|bounced?|dishonou?red|charge ?backs?|revers(?:al|ed)|refund(?:ed)?|nsf|insufficient funds)(?!\p{L})`,
    String.raw`(?<!\p{L})(rtn|retd|(?:ecs|nach|ach|chq|cheque|i\/?w|o\/?w) ret|arudd)(?!\p{L})`,
    String.raw`r(?:ü|ue)ck(?:lastschrift|buchung|gabe|scheck|erstattung|zahlung)|retoure|storno|gutschrift r(?:ü|ue)ck`,
    String.raw`(?<!\p{L})(rejet|impay[eé]e?s?|remboursement|annulation|devuelt[oa]|devoluci[oó]n|reembolso|anulaci[oó]n)`,
    String.raw`(?<!\p{L})(devolu[cç][aã]o|estorno|insoluto|rimborso|teruggave|terugboeking|zwrot|iade|iptal)`,
    String.raw`مرتجع|مرتد|استرداد|ردّ?يات|إلغاء|عكس قيد`,
  ].join('|'),
  'iu',
);

/**
 * Codes with which banks give the reason of a return: ISO 20022 (`AM04`), NACHA (`R01`), and the
 * German business transaction codes of returned direct debits.
 */
const codes = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(AC0[1-6]|AC13|AG0[12]|AM0[1-9]|BE0[1-7]|FF0[1-5]|MD0[1-7]|MS0[23]|RC01|RR0[1-4]|SL01|FOCR)(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])R(?:0[1-9]|[1-7]\d|8[0-5])(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?:GVC|SEPA)[ -]?(?:108|109|181|184|186)(?![\p{L}\p{N}])`,
  ].join('|'),
  'u',
);

/** Returns what a text of an outgoing line says about a return. */
export function returnEvidenceIn(text: string): readonly MatchEvidence[] {
  return [
    ...(words.test(text) ? (['return-text'] as const) : []),
    ...(codes.test(text) ? (['return-code'] as const) : []),
  ];
}

/**
 * Finds the parts of a text that may be a bank's id of the original payment, in lower case. Leaves
 * out parts that are short or have no digit, because they occur in too many texts.
 */
export function originalReferencesIn(text: string): readonly string[] {
  const parts = text.replaceAll(/[A-Z]{4}\+/g, ' ').split(/[\s·,;:|+]+/u);
  return [
    ...new Set(
      parts
        .map((part) => part.toLowerCase())
        .filter((part) => part.length >= REFERENCE_MIN && /\p{N}/u.test(part)),
    ),
  ];
}

const REFERENCE_MIN = 5;
