import type { BankField } from '@bursar/contracts/intake/bank-files.values';
import { headingKey } from './bank-headings.ts';

export type KnownBank = {
  readonly name: string;
  /**
   * Whether the bank's amounts always have a sign, so that an amount without a minus was received.
   */
  readonly isSigned: boolean;
  /** Whether the bank writes the day before the month in every file. */
  readonly isDayFirst: boolean;
  /** Headings that mean another field in this layout than in others. */
  readonly fields: Readonly<Record<string, BankField>>;
};

type Layout = {
  readonly name: string;
  /** Headings that occur together only in this layout. */
  readonly headings: string;
  readonly isSigned?: true;
  readonly isDayFirst?: true;
  readonly fields?: Readonly<Record<string, BankField>>;
};

const layouts: readonly Layout[] = [
  { name: 'Revolut', headings: 'Product|Started Date|Completed Date|State', isSigned: true },
  {
    name: 'Revolut Business',
    headings: 'Date started (UTC)|Date completed (UTC)',
    isSigned: true,
    fields: { Account: 'ownAccount' },
  },
  { name: 'N26', headings: 'Booking Date|Partner Name|Partner Iban', isSigned: true },
  { name: 'Wise', headings: 'TransferWise ID|Running Balance', isSigned: true, isDayFirst: true },
  { name: 'Stripe', headings: 'balance_transaction_id|gross|reporting_category', isSigned: true },
  { name: 'PayPal', headings: 'TimeZone|Gross|Fee|Net|From Email Address', isSigned: true },
  {
    name: 'QuickBooks',
    headings: 'Ref No.|Payee|Memo|Payment|Deposit',
    fields: { Payment: 'debit' },
  },
  { name: 'PayPal', headings: 'Zeitzone|Brutto|Netto|Guthaben', isSigned: true },
  { name: 'Monzo', headings: 'Transaction ID|Emoji|Notes and #tags', isSigned: true },
  { name: 'Starling', headings: 'Counter Party|Spending Category', isSigned: true },
  { name: 'Chase', headings: 'Details|Posting Date|Check or Slip #', isSigned: true },
  { name: 'Mint', headings: 'Original Description|Transaction Type|Account Name|Labels' },
  {
    name: 'Barclays',
    isDayFirst: true,
    headings: 'Number|Account|Subcategory|Memo',
    isSigned: true,
  },
  {
    name: 'Lloyds',
    isDayFirst: true,
    headings: 'Sort Code|Transaction Description|Debit Amount|Credit Amount',
  },
  {
    name: 'NatWest',
    headings: 'Type|Description|Value|Account Name|Account Number',
    isSigned: true,
  },
  { name: 'HDFC Bank', isDayFirst: true, headings: 'Narration|Value Dat|Chq/Ref Number' },
  {
    name: 'HDFC Bank',
    isDayFirst: true,
    headings: 'Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.',
  },
  {
    name: 'State Bank of India',
    isDayFirst: true,
    headings: 'Txn Date|Ref No./Cheque No.|Debit|Credit',
  },
  { name: 'ICICI Bank', isDayFirst: true, headings: 'S No.|Transaction Remarks|Cheque Number' },
  { name: 'Axis Bank', isDayFirst: true, headings: 'Tran Date|CHQNO|PARTICULARS' },
  { name: 'Kotak Mahindra Bank', isDayFirst: true, headings: 'Sl. No.|Chq / Ref No.|Dr / Cr' },
  {
    name: 'M-Pesa',
    headings: 'Receipt No.|Completion Time|Paid In|Withdrawn',
    // The payer types this number, which is usually the loan's.
    fields: { 'A/C No.': 'remittance' },
  },
  {
    name: 'Sparkasse',
    headings: 'Auftragskonto|Buchungstext|Beguenstigter/Zahlungspflichtiger',
    isSigned: true,
  },
  {
    name: 'DKB',
    headings: 'Zahlungspflichtige*r|Zahlungsempfänger*in|Verwendungszweck',
    isSigned: true,
  },
  { name: 'ING', headings: 'Buchung|Auftraggeber/Empfänger|Buchungstext|Betrag', isSigned: true },
  { name: 'ING', headings: 'Af Bij|Mutatiesoort|Mededelingen' },
  { name: 'ING', headings: 'Counterparty|Debit/credit|Notifications' },
  { name: 'Deutsche Bank, Postbank', headings: 'Fremde Gebühren|Anzahl der Schecks|Soll|Haben' },
  { name: 'Volksbank', headings: 'IBAN Auftragskonto|Bankname Auftragskonto', isSigned: true },
  { name: 'Volksbank', headings: 'Empfänger/Zahlungspflichtiger|Vorgang/Verwendungszweck|Umsatz' },
  { name: 'comdirect', headings: 'Wertstellung (Valuta)|Vorgang|Umsatz in EUR', isSigned: true },
  { name: 'Commerzbank', headings: 'Umsatzart|Buchungstext|IBAN Kontoinhaber', isSigned: true },
  {
    name: 'Commerzbank',
    headings: 'Umsatzart|Buchungstext|IBAN Auftraggeberkonto',
    isSigned: true,
    fields: { 'IBAN Auftraggeberkonto': 'ownAccount' },
  },
  { name: 'Rabobank', headings: 'IBAN/BBAN|Volgnr|Tegenrekening IBAN/BBAN', isSigned: true },
  { name: 'KBC', headings: 'Rubrieknaam|Afschriftnummer|Vrije mededeling', isSigned: true },
  { name: 'PostFinance', headings: 'Avisierungstext|Gutschrift in CHF|Lastschrift in CHF' },
  { name: 'UBS', headings: 'Buchungsdatum|Einzelbetrag|Belastung|Transaktions-Nr.' },
  { name: 'UBS', headings: 'Booking date|Individual amount|Transaction no.' },
  { name: 'Raiffeisen', headings: 'Booked At|Credit/Debit Amount|Valuta Date', isSigned: true },
  { name: 'Zürcher Kantonalbank', headings: 'ZKB-Referenz|Buchungstext' },
  { name: 'Crédit Agricole', isDayFirst: true, headings: 'Libellé|Débit euros|Crédit euros' },
  {
    name: 'BBVA',
    isDayFirst: true,
    headings: 'F.Valor|Concepto|Movimiento|Disponible',
    isSigned: true,
  },
  {
    name: 'Fineco',
    isDayFirst: true,
    headings: 'Data_Operazione|Entrate|Uscite|Descrizione_Completa',
  },
  { name: 'mBank', headings: '#Data operacji|#Opis operacji|#Kwota', isSigned: true },
  {
    name: 'Banco Santander',
    headings: 'Fecha Operación|Fecha Valor|Concepto|Importe|Divisa|Saldo',
    isSigned: true,
    isDayFirst: true,
  },
  {
    name: 'Intesa Sanpaolo',
    headings: 'Data contabile|Accrediti|Addebiti|Descrizione estesa',
    isDayFirst: true,
  },
  {
    name: 'Türkiye İş Bankası',
    headings: 'Tarih/Saat|Kanal/Şube|Ek Bakiye|İşlem Tipi',
    isSigned: true,
    isDayFirst: true,
  },
  { name: 'mBank', headings: '#Tytuł|#Nadawca/Odbiorca|#Kwota', isSigned: true },
  { name: 'PKO', headings: 'Data waluty|Typ transakcji|Opis transakcji', isSigned: true },
];

const known = layouts.map((layout) => ({
  ...layout,
  keys: layout.headings.split('|').map(headingKey),
}));

/** Recognises the layout of a bank by headings that occur together only in that layout. */
export function recogniseBank(headings: readonly string[]): KnownBank | null {
  const keys = new Set(headings.map(headingKey));
  const found = known.find((layout) => layout.keys.every((key) => keys.has(key)));
  if (!found) return null;
  return {
    name: found.name,
    isSigned: found.isSigned ?? false,
    isDayFirst: found.isDayFirst ?? false,
    fields: found.fields ?? {},
  };
}
