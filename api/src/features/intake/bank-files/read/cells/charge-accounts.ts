import type { BankTable, Row } from '../columns/bank-columns.ts';

type ReadRow = {
  readonly row: Row;
  readonly isSplit: boolean;
  readonly isNegative: boolean;
  readonly isMoney: boolean;
};

/**
 * Returns whether positive amounts may be charges, as on most statements of credit cards and loans,
 * where a payment has a minus sign. A minus sign alone then does not prove that the other lines
 * were received.
 */
export function mayCountCharges(rows: readonly ReadRow[], table: BankTable): boolean {
  const isUnsplit = rows.every(({ isSplit }) => !isSplit);
  const isCardOrLoan =
    table.names.some((name) => ofCharges.test(name)) ||
    table.above.some(({ cells }) => cells.some((cell) => ofCharges.test(cell)));
  return isUnsplit && (isCardOrLoan || rows.some((one) => isNegativeReceipt(one, table)));
}

/** Headings and titles that only statements of credit cards and loans have. */
const ofCharges =
  /(?<!\p{L})(card ?-?member|card ?holder|credit card|charge card|credit limit|available credit|minimum (payment|amount)( due)?|outstanding (balance|amount|principal)|principal (balance|outstanding)|amount owed|balance owed|loan (account|statement)|kreditkarten?|kreditkartenabrechnung|kreditrahmen|verfügungsrahmen|carte de crédit|tarjeta de crédito|límite de crédito|cartão de crédito|carta di credito|creditcard|kredi kartı|ekstre borcu|karta kredytowa)(?!\p{L})|بطاقة ائتمان|البطاقة الائتمانية|الحد الائتماني|الحد الأدنى للسداد/iu;

function isNegativeReceipt({ row, isNegative, isMoney }: ReadRow, table: BankTable): boolean {
  if (!isNegative || !isMoney) return false;
  const text = `${table.cell(row, 'remittance')} ${table.cell(row, 'debtorName')}`;
  return receipt.test(text) && !undone.test(text);
}

/** Texts with which a bank confirms a payment to a card or loan. */
const receipt =
  /(?<!\p{L})(payment\P{L}{0,5}thank ?you|thank ?you for your payment|payment received|ach deposit|zahlung erhalten|zahlungseingang|paiement reçu|pago recibido|pagamento recebido|betaling ontvangen|ödemeniz için teşekkür|ödeme alındı)(?!\p{L})|دفعة مستلمة|سداد البطاقة/iu;

const undone =
  /revers|return|refund|charge ?back|cancel|storn|rück|retour|devol|estorn|iade|cofnię|معكوس|مرتجع|عكس/iu;
