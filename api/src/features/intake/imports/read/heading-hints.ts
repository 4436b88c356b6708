import type { TapeField } from '@bursar/contracts/intake/tape-fields';
import { isAboutOther, spaced } from './heading-meanings.ts';

/**
 * Words in headings that hint at a field. They are too short or ambiguous to decide, so they only
 * suggest a field, and only for a column whose values fit.
 */
const hints: { readonly [Field in TapeField]?: RegExp } = {
  externalId:
    /^(id|nr\.?|no\.?|num|number|nummer|n[úu]mero|numéro|numer|numara|ref|reference|referenz|code|kod|رقم)$|(loan|kredit|darlehen|vertrag|contract|contrat|account|konto|cuenta|deal|a\/c|agreement|prêt|préstamo|kredi|قرض|حساب|عقد).*(id|nr|no|num|ref|code|a\/c|acc|رقم)|^(account|a\/c|konto|contrat|contract|vertrag|dossier)/u,
  borrowerName:
    /kunde|customer|client|borrower|member|debtor|schuldner|nombre|(?<!\p{L})(name|nom|naam|nome|isim)(?!\p{L})|müşteri|klient|nazwisko|اسم|عميل|زبون/u,
  disbursedOn:
    /^(datum|date|fecha|data|tarih|تاريخ)$|disb|auszahl|loan date|issue|origin|start|funded|d[eé]bloc|d[eé]caiss|desembols|otorga|eroga|uitbetal|wypłat|kullandır|صرف|منح/u,
  annualRate:
    /zins|interest|(?<!\p{L})(rate|roi|int|coupon|%)(?!\p{L})|taux|tasa|taxa|tasso|rente|oproc|faiz|profit|فائد|ربح|مرابح/u,
  instalmentCount:
    /laufzeit|(?<!\p{L})(term|tenor|tenure|emis)(?!\p{L})|months|raten|inst(al|all)ments|durée|plazo|prazo|durata|looptijd|okres|vade|taksit|cuotas|parcelas|échéances|مدة|أقساط|اقساط/u,
  balance:
    /rest|offen|balance|outstanding|o\/s|(?<!\p{L})(pos|os|osp|upb)(?!\p{L})|saldo|solde|encours|kalan|bakiye|pozosta|رصيد|متبقي/u,
  principal:
    /betrag|summe|amount|(?<!\p{L})amt|loan|principal|capital|kapital|montant|importe|monto|valor|importo|bedrag|kwota|tutar|sanction|disbursed|مبلغ|أصل/u,
  status: /status|state|zustand|stage|estado|situa|stato|durum|stan(?!\p{L})|حالة/u,
};

/** Returns whether the words of a heading can name the field. */
export function hintsAt(field: TapeField, heading: string): boolean {
  return (hints[field]?.test(spaced(heading)) ?? false) && !isAboutOther(field, heading);
}
