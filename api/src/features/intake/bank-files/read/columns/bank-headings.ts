import {
  currenciesInHeading,
  currenciesMeant,
} from '../../../../../platform/table-files/currency-signs.ts';

/**
 * The column headings that banks use, the preferred ones first: if a file has several columns of a
 * field other than `remittance`, the one whose heading comes first in this list is read.
 */
const heads = {
  bookedOn:
    'booking date|date booked|book date|booked at|booked on|posting date|post date|posted date|posted on|date posted|' +
    'date|entry date|transaction date|trans date|tran date|txn date|trx date|date of transaction|operation date|' +
    'date of operation|process date|processing date|processed date|payment date|completion time|completion date|' +
    'created utc|created date|created|started date|date time|date and time|transaction date time|timestamp|' +
    'buchungstag|buchungsdatum|buchung|datum|umsatzdatum|transaktionsdatum|ausführungsdatum|datum zeit|' +
    'date comptable|date de comptabilisation|date opération|date de l’opération|date d’opération|date opé|dateop|' +
    'date d’écriture|date de la transaction|date transaction|fecha contable|fecha|fecha operación|' +
    'fecha de operación|fecha de la operación|f operación|f oper|fecha movimiento|fecha de movimiento|' +
    'fecha transacción|fecha de transacción|fecha hora|data contabile|data contabilística|data|data lançamento|' +
    'data de lançamento|data do lançamento|data mov|data movimento|data do movimento|data operação|' +
    'data da operação|data transação|data da transação|data registrazione|data operazione|' +
    'data dell’operazione|data contabilizzazione|data transazione|data ora|boekdatum|boekingsdatum|' +
    'transactiedatum|datum transactie|verwerkingsdatum|uitvoeringsdatum|data księgowania|data zaksięgowania|' +
    'data operacji|data transakcji|tarih|işlem tarihi|kayıt tarihi|muhasebe tarihi|tarih saat|işlem tarihi saati|' +
    'تاريخ القيد|تاريخ الترحيل|التاريخ|تاريخ|تاريخ العملية|تاريخ الحركة|تاريخ المعاملة|تاريخ التنفيذ|' +
    'release date|bokföringsdag|bokföringsdatum|transaktionsdag|reskontradatum|dato|bogføringsdato|bokføringsdato|bokført dato|kirjauspäivä|päivämäärä|' +
    'fecha oper|data tranzactie|data tranzacției|dátum|könyvelés dátuma|дата операции|' +
    'date started|tanggal transaksi|tanggal|tgl|tgl transaksi|tarikh|tarikh transaksi',
  valueOn:
    'value date|value dat|value dt|val date|val dt|effective date|interest date|complete date|completed date|' +
    'available on utc|available on|valuta|valutadatum|valuta datum|wert|wertstellung|wertstellungsdatum|' +
    'date valeur|date de valeur|date de la valeur|valuta date|dateval|fecha valor|fecha de valor|f valor|data valor|data valuta|data de valor|' +
    'rentedatum|data waluty|valör|valör tarihi|valor tarihi|value|valor|تاريخ الحق|تاريخ القيمة|تاريخ الاستحقاق|' +
    'valutadag|rentedato|valørdato|arvopäivä|' +
    'fecha liq|fecha liquidación|értéknap|дата платежа|' +
    'date completed|tanggal valuta|tarikh nilai',
  amount:
    'amount|amt|transaction amount|transaction amt|txn amount|trx amount|amount in account currency|gross|gross amount|' +
    'credit debit amount|debit credit amount|amount credit debit|value|betrag|umsatz|buchungsbetrag|' +
    'betrag in kontowährung|montant|montant opération|montant de l’opération|importe|importe operación|monto|' +
    'cuantía|valor|montante|valor do lançamento|importo|importo operazione|ammontare|bedrag|kwota|kwota operacji|' +
    'kwota transakcji|tutar|işlem tutarı|المبلغ|مبلغ|مبلغ العملية|مبلغ الحركة|قيمة العملية|مبلغ المعاملة|' +
    'transaction net amount|belopp|beløb|beløp|määrä|määrä euroa|summa|' +
    'billing amount|brutto|brut|bruto|lordo|montant total|objem|částka|összeg|сумма операции|сумма|' +
    'montant en euro|montant en euros|montant opération en euro|jumlah|nominal|amaun',
  credit:
    'credit|credits|credit amount|credit amt|cr amount|cr amt|cr|paid in|money in|amount in|in|deposit|deposits|' +
    'deposit amount|deposit amt|receipts|received|amount received|inflow|incoming|lodgement|lodgements|' +
    'payments in|haben|gutschrift|gutschriften|eingang|eingänge|einnahmen|crédit|crédits|crédit euros|' +
    'montant crédit|dépôt|dépôts|entrée|entrées|abono|abonos|importe abono|haber|ingreso|ingresos|entrada|entradas|crédito|' +
    'créditos|accredito|accrediti|avere|entrata|entrate|bij|bijschrijving|inkomsten|uznanie|uznania|kwota uznania|' +
    'wpłata|wpłaty|wpływy|wpływ|alacak|giriş|yatan|gelen|alacak tutarı|دائن|له|إيداع|الإيداع|إيداعات|الإيداعات|' +
    'مبلغ دائن|المبلغ الدائن|الوارد|مبلغ الإيداع|' +
    'insättning|inn på konto|inn|' +
    'depósito|depósitos|' +
    'kredit|masuk|dana masuk',
  debit:
    'debit|debits|debit amount|debit amt|dr amount|dr amt|dr|paid out|money out|amount out|out|withdrawal|' +
    'withdrawals|withdrawn|withdrawal amount|withdrawal amt|withdrawals amount|payments|payments out|spent|' +
    'outflow|outgoing|soll|lastschrift|lastschriften|belastung|belastungen|ausgang|ausgänge|ausgaben|débit|' +
    'débits|débit euros|montant débit|retrait|retraits|sortie|sorties|cargo|cargos|importe cargo|debe|gasto|gastos|egreso|egresos|' +
    'salida|salidas|débito|débitos|addebito|addebiti|dare|uscita|uscite|af|debet|afschrijving|uitgaven|' +
    'obciążenie|obciążenia|kwota obciążenia|wypłata|wypłaty|wydatki|borç|çıkış|çekilen|giden|borç tutarı|مدين|' +
    'عليه|سحب|السحب|سحوبات|السحوبات|مبلغ مدين|المبلغ المدين|الصادر|مبلغ السحب|' +
    'uttag|ut fra konto|ut|' +
    'retiro|retiros|' +
    'keluar|dana keluar',
  direction:
    'credit debit|debit credit|credit or debit|debit or credit|credit debit indicator|debit credit indicator|' +
    'cdt dbt ind|dr cr|cr dr|d c|c d|debet credit|soll haben|haben soll|s h|h s|af bij|bij af|balance impact|' +
    'direction|transaction direction|richtung|vorzeichen|sign|sens|sens de l’opération|débit crédit|crédit débit|cargo abono|' +
    'abono cargo|débito crédito|crédito débito|natureza|dare avere|segno|kierunek|wn ma|borç alacak|' +
    'alacak borç|دائن مدين|مدين دائن|نوع القيد|' +
    'debet kredit|kredit debet|db cr|cr db',
  status:
    'status|state|transaction status|payment status|booking status|buchungsstatus|umsatzstatus|statut|estado|' +
    'estatus|stato|contabilizzazione|stan|situação|situacao|durum|zustand|outcome|result|payment result|transaction result|' +
    'payment state|transaction state|booking state|الحالة|حالة العملية|حالة الحركة|' +
    'tila|' +
    'статус',
  currency:
    'account currency|acct ccy|currency|ccy|curr|currency code|transaction currency|txn currency|währung|waehrung|' +
    'whg|whrg|munt|devise|divisa|moneda|moeda|devies|valuta|waluta|waluta rachunku|para birimi|döviz|' +
    'döviz cinsi|العملة|عملة|عملة الحساب|' +
    'billing currency|měna|валюта операции|валюта|' +
    'payment currency|mata uang|mata wang',
  debtorName:
    'debtor name|debtor|payer name|payer|payor|sender name|sender|remitter name|remitter|ordering party|' +
    'ordering customer|originator|received from|paid by|counterparty name|counter party name|counterparty|' +
    'counter party|partner name|other party name|other party info|other party|customer name|name|name description|' +
    'payer payee|payee payer|payee|beneficiary remitter|from name|naam omschrijving|zahlungspflichtiger|zahlungspflichtige|' +
    'empfänger zahlungspflichtiger|' +
    'auftraggeber|name zahlungsbeteiligter|auftraggeber empfänger|auftraggeber beguenstigter|' +
    'auftraggeber begünstigter|auftraggeber zahlungsempfänger|begünstigter auftraggeber|' +
    'beguenstigter zahlungspflichtiger|begünstigter zahlungspflichtiger|empfänger auftraggeber|' +
    'sender empfänger|absender|einzahler|zahler|gegenpartei|donneur d’ordre|émetteur|payeur|nom du donneur d’ordre|' +
    'tiers|nom du tiers|contrepartie|nom de la contrepartie|nom contrepartie|nom|ordenante|nombre ordenante|' +
    'nombre del ordenante|remitente|pagador|contraparte|ordenante beneficiario|beneficiario ordenante|nombre|' +
    'nome do ordenante|remetente|favorecido pagador|nome|ordinante|mittente|pagatore|controparte|' +
    'ordinante beneficiario|beneficiario ordinante|nominativo|naam tegenpartij|opdrachtgever|betaler|' +
    'tegenpartij|naam|nadawca|nazwa nadawcy|nadawca odbiorca|odbiorca nadawca|zleceniodawca|' +
    'odbiorca zleceniodawca|dane kontrahenta|nazwa kontrahenta|kontrahent|płatnik|gönderen|gönderen adı|' +
    'gönderen ad soyad|gönderici|karşı taraf|ödeyen|gönderen alıcı|alıcı gönderen|ad soyad|اسم الدافع|الدافع|اسم المحول|' +
    'المحول|اسم المرسل|المرسل|اسم العميل|اسم الطرف الآخر|الطرف الآخر|الاسم|' +
    'naam tegenpartij bevat|naam initiërende partij|namn|avsändarens namn|navn|avsender|afsender|maksaja|saaja maksaja|' +
    'correspondant|název protiúčtu|partner neve',
  remittance:
    'reference|payment reference|customer reference|remittance|remittance information|description|' +
    'original description|details|transaction description|transaction details|narrative|narration|particulars|' +
    'memo|purpose|purpose of payment|label|notifications|note|notes|notes and tags|remarks|transaction remarks|' +
    'comment|comments|subject|message|text|payment details|invoice number|custom number|communication|mededelingen|' +
    'verwendungszweck|beschreibung|avisierungstext|mitteilung|mitteilungen|zahlungszweck|zahlungsgrund|referenz|' +
    'vorgang verwendungszweck|kundenreferenz|referenznummer|libellé|libellé opération|libellé de l’opération|' +
    'détail|détails|détail de l’écriture|motif|informations|référence|objet|intitulé|commentaire|concepto|movimiento|operazione|' +
    'descripción|detalle|detalles|observaciones|referencia|más datos|glosa|motivo|concepto ampliado|leyenda|' +
    'descrição|descritivo|histórico|lançamento|detalhes|observações|referência|descrizione|' +
    'descrizione operazione|descrizione operazioni|descrizione completa|causale|dettagli|riferimento|' +
    'omschrijving|mededeling|betalingskenmerk|gestructureerde mededeling|vrije mededeling|referentie|' +
    'tytuł|opis|opis operacji|opis transakcji|tytuł operacji|szczegóły|szczegóły transakcji|açıklama|açıklamalar|' +
    'işlem açıklaması|detay|referans|البيان|البيانات|الوصف|التفاصيل|المرجع|وصف العملية|تفاصيل العملية|الغرض|' +
    'الغرض من التحويل|ملاحظات|شرح|الشرح|' +
    'descrizione estesa|transactie|beskrivning|rubrik|meddelande|referens|tekst|beskrivelse|melding|viesti|viite|selitys|' +
    'buchungs details|memo description|transaction ref1|transaction ref2|transaction ref3|descripción detallada|descriere|zpráva pro příjemce|közlemény|описание|zweck|merchant|' +
    'keterangan|uraian|deskripsi|butiran|item title|artikelbezeichnung|betreff|hinweis|rechnungsnummer',
  bankId:
    'bank transaction id|transaction id|txn id|bank reference|entry reference|unique id|fitid|' +
    'balance transaction id|transferwise id|id|transaction reference|transaction ref|receipt no|receipt number|' +
    'utr|utr number|rrn|reference number|reference no|ref no|ref number|chq ref number|chq ref no|cheque ref no|' +
    'ref no cheque no|transaction no|transaction number|operation number|document number|journal no|voucher no|' +
    'transaktionsnr|transaktionsnummer|buchungsreferenz|zkb referenz|numéro d’opération|n opération|' +
    'référence opération|número de operación|nº operación|núm operación|identificador|número do documento|' +
    'transactiereferentie|transactienummer|numer transakcji|nr transakcji|dekont no|fiş no|işlem no|referans no|رقم العملية|' +
    'رقم الحركة|رقم المرجع|الرقم المرجعي|رقم المستند|رقم المعاملة|' +
    'reference id|arkistointitunnus|arkivreferanse|' +
    'transaktionscode|referinta tranzactiei|referința tranzacției|id pohybu',
  ownAccount:
    'auftragskonto|iban auftragskonto|own account|own iban|rekening|rekeningnummer|iban bban|iban kontoinhaber',
  account:
    'account number|account no|account iban|account|a c no|acct|iban|konto|kontonummer|kontonummer iban|' +
    'iban kontonummer|konto nr|iban konto nr|bank account|numéro de compte|compte|cuenta|número de cuenta|conta|conto|numer konta|' +
    'numer rachunku|nr rachunku|hesap no|hesap|رقم الحساب|الآيبان',
  payerAccount:
    'counterparty iban|counterparty account|counterparty|tegenpartij|counterparty account number|tegenrekening|tegenrekening iban bban|' +
    'rekening tegenpartij|rekeningnummer tegenpartij|partner iban|payer iban|payer account|payer account number|' +
    'iban zahlungsbeteiligter|gegenkonto|iban gegenkonto|debtor iban|debtor account|sender iban|sender account|' +
    'from account|remitter account|compte contrepartie|iban contrepartie|iban de la contrepartie|cuenta ordenante|iban ordenante|' +
    'cuenta origen|iban ordinante|conto ordinante|konto nadawcy|rachunek nadawcy|numer rachunku nadawcy|' +
    'gönderen iban|karşı iban|karşı hesap|حساب المحول|حساب المرسل|رقم حساب المحول|من حساب|' +
    'protiúčet|partner számlaszáma',
  balance:
    'running balance|balance|closing balance|balance after|balance after transaction|account balance|' +
    'ledger balance|book balance|bal|saldo nach buchung|saldo|kontostand|solde|solde comptable|saldo contabile|' +
    'saldo contabilístico|saldo na trn|saldo na mutatie|disponible|solde disponible|available balance|saldo po operacji|saldo po transakcji|bakiye|kalan bakiye|الرصيد|رصيد|' +
    'الرصيد بعد العملية|رصيد الحساب|' +
    'partial balance|endsaldo|eindsaldo|bokfört saldo|' +
    'statement balance|guthaben|sold contabil|sold|könyvelt egyenleg|egyenleg|' +
    'saldo akhir|baki|running bal',
  fee:
    'fee|fees|transaction fee|fee amount|charge|charges|gebühr|gebühren|frais|comisión|commission|taxa|commissione|' +
    'opłata|prowizja|ücret|masraf|الرسوم|رسوم|عمولة|' +
    'entgelt',
};
export type Head = keyof typeof heads;

/** Columns that describe a line only if the file has no other text: "BUCHUNGSTEXT" is often a type. */
const lastResort = {
  remittance:
    'buchungstext|vorgang|bewegungstyp|umsatzart|operación|operación realizada|type|transaction type|işlem|' +
    'rodzaj operacji|rodzaj transakcji|typ transakcji',
};

/**
 * Columns that sometimes contain the direction or status, but usually other text. Known words are
 * used, and unknown ones are not errors.
 */
const hints = {
  side: 'type|transaction type|txn type|details|source|umsatztyp|buchungsart|نوع العملية|نوع الحركة',
  status: 'info',
  /** Columns in which a no says that the line is not booked. */
  booked: 'booked|posted|settled|cleared|completed|captured|gebucht',
  /**
   * Columns in which any value except a no, a zero or a word for nothing says that the line is not
   * money.
   */
  notBooked:
    'pending|reversed|reversal|cancelled|canceled|failed|returned|return code|return reason|storno|' +
    'refunded|amount refunded|refunded amount|refund amount|charged back|chargeback|chargeback amount|' +
    'erstattet|erstatteter betrag|montant remboursé|teruggestort bedrag|importe reembolsado|importo rimborsato',
};
export type Hint = keyof typeof hints;

export const isHead = (name: Head | Hint): name is Head => name in heads;

/** The fields that a heading can mean, each with the preference of the heading. */
type Meanings<Name extends string> = ReadonlyMap<string, readonly (readonly [Name, number])[]>;

const headNamed = meaningsOf(heads);
const lastResortNamed = meaningsOf(lastResort);
const hintNamed = meaningsOf(hints);
/** Texts that are not headings but that banks write in each file. */
const usualCells =
  'gläubiger-id|gläubiger id|umsätze|umsätze girokonto|umsätze tagesgeld plus-konto|übertrag / überweisung|' +
  'überweisung|sepa-überweisung|gutschrift überweisung|kartenverfügung|fremde gebühren|begünstigter|empfänger|' +
  'opérations|libellé simplifié|période|crédit agricole|société générale|operación|período|situação';
/** Headings with their original letters and accents, which show the encoding of a text. */
const spelled: ReadonlySet<string> = new Set(
  [...Object.values({ ...heads, ...hints }), usualCells].flatMap((list) =>
    list.split('|').map(lettersOf),
  ),
);

export type Places<Name> = ReadonlyMap<Name, readonly number[]>;

/** Whether the values of a column can be those of a field. */
export type Fits = (head: Head, place: number) => boolean;

/**
 * Added to the rank of a column whose values do not fit the field. No field has so many headings,
 * so every column with fitting values ranks before it.
 */
const HEADINGS_MAX = 1_000;

/**
 * Finds the columns of the fields by the headings. Only the purpose (`remittance`) can have several
 * columns.
 */
export function headPlaces(headings: readonly string[], fits: Fits = () => true): Places<Head> {
  const places = new Map<Head, { readonly place: number; readonly rank: number }[]>();
  headings.forEach((heading, place) => {
    const meanings = meaningsIn(heading, headNamed);
    // Values only choose between the meanings of a heading; they cannot give it another meaning.
    const meant = meanings.find(([head]) => fits(head, place)) ?? meanings[0];
    if (!meant) return;
    const [head, rank] = meant;
    if (isOfBalance(headings, place, head)) return;
    const preference = rank + (fits(head, place) ? 0 : HEADINGS_MAX);
    places.set(head, [...(places.get(head) ?? []), { place, rank: preference }]);
  });
  const rightOfAmount = (places.get('amount') ?? []).map(({ place }) => place + 1);
  const found = new Map<Head, readonly number[]>();
  for (const [head, columns] of places) {
    const all = columns.map(({ place }) => place);
    const [first] = columns.toSorted((one, other) => one.rank - other.rank);
    const isOfAmount = head === 'direction' || head === 'currency';
    const next = isOfAmount ? all.find((place) => rightOfAmount.includes(place)) : undefined;
    found.set(head, head === 'remittance' ? all : [next ?? first?.place ?? 0]);
  }
  if (!found.has('remittance')) {
    const others = headings.flatMap((heading, place) =>
      meaningsIn(heading, lastResortNamed).map(([, rank]) => ({ place, rank })),
    );
    const [first] = others.toSorted((one, other) => one.rank - other.rank);
    if (first) found.set('remittance', [first.place]);
  }
  return found;
}

/** Finds the columns that may contain hints. */
export function hintPlaces(headings: readonly string[]): Places<Hint> {
  const places = new Map<Hint, readonly number[]>();
  headings.forEach((heading, place) => {
    for (const [hint] of meaningsIn(heading, hintNamed)) {
      places.set(hint, [...(places.get(hint) ?? []), place]);
    }
  });
  return places;
}

/**
 * Returns whether a direction or currency column belongs to the balance on its left, which it does
 * if the file has another such column.
 */
function isOfBalance(headings: readonly string[], place: number, head: Head): boolean {
  if (head !== 'direction' && head !== 'currency') return false;
  const means = (at: number, meant: Head) =>
    meaningsIn(headings[at] ?? '', headNamed).some(([name]) => name === meant);
  const hasOther = headings.some((_heading, at) => at !== place && means(at, head));
  return hasOther && means(place - 1, 'balance');
}

function meaningsIn<Name extends string>(
  heading: string,
  named: Meanings<Name>,
): readonly (readonly [Name, number])[] {
  for (const form of formsOf(heading)) {
    const meant = named.get(headingKey(form)) ?? named.get(headingKey(form).replace(/\d+$/, ''));
    if (meant) return meant;
  }
  return meantInTwoLanguages(heading, named);
}

/** Returns the heading unchanged, and without its currency, brackets and units. */
function formsOf(heading: string): readonly string[] {
  const noBrackets = heading.replaceAll(/[([{][^)\]}]*[)\]}]?/g, ' ');
  const forms = [heading, withoutCurrency(heading), noBrackets, withoutCurrency(noBrackets)];
  return forms.filter((form) => headingKey(form) !== '');
}

/**
 * Returns what both parts of a heading in Arabic and another language mean, such as "مدين Debit".
 */
function meantInTwoLanguages<Name extends string>(
  heading: string,
  named: Meanings<Name>,
): readonly (readonly [Name, number])[] {
  const arabic = heading.replaceAll(/[^\p{Script=Arabic}\s]/gu, ' ');
  const other = heading.replaceAll(/\p{Script=Arabic}/gu, ' ');
  if (headingKey(arabic) === '' || headingKey(other) === '') return [];
  const [one, two] = [arabic, other].map((part) => named.get(headingKey(part)) ?? []);
  const both = (one ?? []).filter(([name]) => two?.some(([same]) => same === name));
  return both;
}

/** Removes the currency from headings such as "Amount (EUR)", "Betrag in EUR" and "USD Amount". */
function withoutCurrency(heading: string): string {
  if (currenciesInHeading(heading) === null) return heading;
  return heading
    .split(/[\s()[\]{}/_-]+/)
    .filter(
      (word) => currenciesMeant(word).length === 0 && !['in', 'en'].includes(word.toLowerCase()),
    )
    .join(' ');
}

/** Reduces a heading to plain letters and digits, so that case, accents and marks do not matter. */
export function headingKey(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه');
}

function lettersOf(heading: string): string {
  return heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Counts the known non-ASCII headings in a text, which shows whether its encoding was chosen correctly. */
export function countKnownHeadings(text: string): number {
  const cells = text.split(/[;,\t\r\n"|]+/).filter((cell) => /[^\p{ASCII}]/u.test(cell));
  return new Set(cells.map(lettersOf).filter((key) => spelled.has(key))).size;
}

function meaningsOf<Name extends string>(
  headingsOf: Readonly<Record<Name, string>>,
): Meanings<Name> {
  const meanings = new Map<string, (readonly [Name, number])[]>();
  // `Object.keys` loses the type; the keys of the tables above are exactly their names.
  for (const name of Object.keys(headingsOf) as Name[]) {
    for (const [rank, heading] of headingsOf[name].split('|').entries()) {
      const key = headingKey(heading);
      const known = meanings.get(key) ?? [];
      if (!known.some(([other]) => other === name)) {
        meanings.set(key, [...known, [name, rank]]);
      }
    }
  }
  return meanings;
}
