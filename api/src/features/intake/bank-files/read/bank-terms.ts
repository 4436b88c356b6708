/** Whether an amount was received on the lender's account or paid from it. */
export type Side = 'in' | 'out';

/** The meaning of a bank's status; only booked lines are money. */
export type StatusMeaning = 'booked' | 'not-booked' | 'failed' | 'reversal';

/** Words that state the direction when alone in a cell. */
const sides: Readonly<Record<Side, string>> = {
  in:
    'c|cr|crdt|credit|credits|kredit|h|haben|gutschrift|eingang|zahlungseingang|einnahme|bij|in|' +
    'incoming|inflow|money in|paid in|received|deposit|deposits|crédit|entrée|abono|ingreso|entrada|' +
    'accredito|entrata|crédito|uznanie|wpłata|gelen|giren|+|دائن|إيداع|ايداع|وارد|واردة|إضافة|' +
    // Transaction types of accounting programs, whose debit side is money that the bank received.
    'receive money|receivable payment|receivable prepayment|receivable overpayment|sales receipt',
  out:
    'd|dr|db|dbit|debit|debits|debet|s|soll|belastung|ausgang|zahlungsausgang|ausgabe|af|out|outgoing|' +
    'outflow|money out|paid out|sent|withdrawal|withdrawals|payout|payouts|refund|refunds|transfer out|' +
    'auszahlung|rückzahlung|erstattung|sortie|débit|remboursement|cargo|egreso|salida|reembolso|addebito|' +
    'uscita|rimborso|saída|débito|obciążenie|wypłata|zwrot|terugbetaling|giden|çıkan|iade|-|مدين|سحب|صادر|صادرة|خصم|' +
    'spend money|payable payment|payable prepayment|payable overpayment',
};

const statuses: Readonly<Record<StatusMeaning, string>> = {
  booked:
    'book|booked|completed|complete|posted|cleared|settled|success|successful|succeeded|paid|done|' +
    'executed|processed|gebucht|umsatz gebucht|verbucht|ausgeführt|erledigt|abgeschlossen|' +
    'erfolgreich|effectué|exécuté|realizado|realizada|completado|completada|liquidado|contabilizado|' +
    'succès|réussi|réussie|exécutée|transaction success|transaction successful|ok|' +
    'udført|bogført|bokfört|bokført|' +
    'eseguito|contabilizzato|efetivado|concluído|zrealizowany|zaksięgowany|tamamlandı|gerçekleşti|geboekt|verwerkt|uitgevoerd|comptabilisé|مكتمل|مكتملة|منفذ|منفذة|مقيد|مقيدة|ناجح|ناجحة',
  'not-booked':
    'pdng|info|futr|pend|pending|processing|in process|in progress|authorised|authorized|authorisation|authorization|' +
    'on hold|held|hold|uncleared|not booked|unbooked|scheduled|planned|created|initiated|open|' +
    'payment hold|payment release|hold release|release of hold|general hold|reserve hold|reserve release|' +
    'account hold for open authorization|reversal of general account hold|payment review hold|payment review release|' +
    'cancellation of hold for dispute resolution|hold on balance for dispute investigation|' +
    'under review|in transit|in_transit|unclaimed|requires action|requires_action|requires_payment_method|' +
    'vorgemerkt|umsatz vorgemerkt|vorgemerkter umsatz|ausstehend|offen|in bearbeitung|geplant|' +
    'non contabilizzato|non contabilizzata|da contabilizzare|reserverad|reserveret|reservert|' +
    'under behandling|väntande|' +
    'gereserveerd|in behandeling|en attente|en cours|pendiente|en proceso|in sospeso|in attesa|pendente|' +
    'em processamento|oczekujący|oczekująca|w trakcie|beklemede|bekliyor|' +
    'معلق|معلقة|قيد التنفيذ|قيد المعالجة|قيد الانتظار',
  failed:
    'failed|failure|declined|rejected|denied|cancelled|canceled|expired|void|voided|error|blocked|' +
    'transaction failed|échec|echec|échouée|refusée|annulée|déclinée|' +
    'removed|abgelehnt|fehlgeschlagen|abgebrochen|mislukt|geweigerd|refusé|échoué|rejeté|annulé|' +
    'rechazado|rechazada|fallido|fallida|anulado|anulada|cancelado|cancelada|rifiutato|respinto|annullato|' +
    'rejeitado|rejeitada|odrzucony|odrzucona|anulowany|anulowana|nieudany|reddedildi|başarısız|iptal|' +
    'مرفوض|مرفوضة|فاشل|فاشلة|ملغى|ملغاة|ملغي|ملغية',
  reversal:
    'reversed|reverted|refunded|returned|reversal|chargeback|charged back|charge_refunded|storniert|remboursé|' +
    'devuelto|devuelta|stornato|devolvido|devolvida|estornado|zwrócony|zwrócona|iade edildi|' +
    'rückgebucht|zurückgebucht|zurückgegeben|معكوس|معكوسة|مسترد|مستردة|مرتجع|مرتجعة',
};

const sideOfWord = invert(sides);
const meaningOfStatus = invert(statuses);

/** Returns the direction that a word states; null if the word is not a known direction. */
export function sideMeant(term: string): Side | null {
  return sideOfWord.get(comparableTerm(term)) ?? null;
}

/** Statuses that are also ordinary words of a purpose; they count only in a column of statuses. */
const weakStatuses: ReadonlySet<string> = new Set(
  'info|futr|hold|held|created|open|offen|planned|geplant|removed|error|void|refunded'.split('|'),
);

export const isWeakStatus = (term: string): boolean => weakStatuses.has(comparableTerm(term));

const yes = new Set('yes y true 1 x ja oui si sí sim evet tak نعم'.split(' '));
const no = new Set('no n false 0 nein non nee não hayır nie nej nei لا'.split(' '));

/** Returns whether a text means yes; null if it is neither a yes nor a no. */
export function isYes(text: string): boolean | null {
  const term = comparableTerm(text);
  return yes.has(term) ? true : no.has(term) ? false : null;
}

/** Returns the meaning of a status; null if the word is not a known status. */
export function statusMeant(term: string): StatusMeaning | null {
  return meaningOfStatus.get(comparableTerm(term)) ?? null;
}

/**
 * Normalises a word for comparison and for questions: lower case, single spaces, no final points.
 */
export function comparableTerm(term: string): string {
  return term
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<=.)\.+$/g, '')
    .trim();
}

function invert<Meaning extends string>(
  termsOf: Readonly<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> {
  // `Object.keys` loses the type; the keys of the table are exactly its meanings.
  const meanings = Object.keys(termsOf) as Meaning[];
  return new Map(
    meanings.flatMap((meaning) =>
      termsOf[meaning].split('|').map((term) => [term, meaning] as const),
    ),
  );
}
