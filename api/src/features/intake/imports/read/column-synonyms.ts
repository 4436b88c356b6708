import type { TapeField } from '@bursar/contracts/intake/tape-fields';

/**
 * Headings that mean one field in every lender's files. A heading such as "amount" or "Betrag" has
 * several meanings, so a user chooses its field.
 */
const headings: { readonly [Field in TapeField]?: string } = {
  externalId:
    'loan number, loan no, loan ref, loan reference, loan account, loan account number, loan account no, account number of loan, contract number, contract no, agreement number, darlehensnummer, darlehens-nr, kreditnummer, kredit-nr, vertragsnummer, numéro de prêt, n° de prêt, numéro du prêt, numéro de contrat, número de préstamo, nº de préstamo, número del préstamo, número de contrato, número do empréstimo, número do contrato, numero prestito, numero del prestito, numero contratto, leningnummer, kredietnummer, contractnummer, numer pożyczki, numer kredytu, numer umowy, kredi numarası, kredi no, sözleşme no, رقم القرض, رقم العقد, رقم التمويل, loan a/c no, loan a/c number, loan id no, loan code, nº préstamo, número préstamo, nº crédito, n° prêt, n° de crédit',
  borrowerName:
    'borrower, borrower name, customer name, client name, name of borrower, debtor name, kundenname, darlehensnehmer, kreditnehmer, name des kunden, emprunteur, nom de l’emprunteur, nom du client, prestatario, nombre del prestatario, nombre del cliente, mutuário, nome do mutuário, nome do cliente, tomador, mutuatario, nome del cliente, nome cliente, kredietnemer, leningnemer, klantnaam, pożyczkobiorca, kredytobiorca, nazwa klienta, borçlu, müşteri adı, müşteri adı soyadı, اسم المقترض, المقترض, اسم العميل, customer full name, müşteri adı ve soyadı, imię i nazwisko klienta, imię i nazwisko pożyczkobiorcy',
  borrowerExternalId:
    'borrower number, borrower id, customer id, customer no, customer number, client id, client external id, kundennummer, kunden-nr, numéro client, número de cliente, numero cliente, klantnummer, numer klienta, müşteri no, رقم العميل, رقم المقترض',
  givenName:
    'first name, given name, forename, vorname, prénom, nombre de pila, primer nombre, primeiro nome, voornaam, imię, ad, isim, الاسم الأول',
  familyName:
    'last name, family name, surname, nachname, familienname, nom de famille, apellido, apellidos, sobrenome, apelido, cognome, achternaam, nazwisko, soyad, soyadı, اسم العائلة, اللقب, الكنية',
  nationalId:
    'national id, national id no, identity number, id card number, emirates id, iqama, aadhaar, ausweisnummer, personalausweisnummer, numéro d’identité, carte d’identité, número de identidad, cédula, dni, bilhete de identidade, cpf, codice fiscale, burgerservicenummer, pesel, kimlik no, tc kimlik no, t.c. kimlik no, رقم الهوية, رقم الهوية الوطنية, الرقم القومي, رقم البطاقة',
  phone:
    'phone number, tel, tel no, mobile, mobile no, mobile number, telephone, telefon, telefonnummer, handynummer, téléphone, teléfono, telefone, telefono, cellulare, celular, telefoonnummer, telefoon, numer telefonu, cep telefonu, الهاتف, رقم الهاتف, الجوال, رقم الجوال',
  email:
    'e-mail, email address, e-mail address, e-mail-adresse, adresse e-mail, courriel, correo electrónico, correo, endereço de e-mail, posta elettronica, e-mailadres, adres e-mail, e-posta, البريد الإلكتروني',
  principal:
    'original principal, principal amount, loan principal, original loan amount, amount lent, disbursed amount, amount disbursed, darlehensbetrag, darlehenssumme, kreditbetrag, kreditsumme, montant du prêt, montant emprunté, capital emprunté, importe del préstamo, monto del préstamo, monto del crédito, capital prestado, valor do empréstimo, montante do empréstimo, importo del prestito, importo prestito, importo finanziato, leenbedrag, leningbedrag, kredietbedrag, kwota pożyczki, kwota kredytu, kredi tutarı, ana para, مبلغ القرض, أصل القرض, قيمة القرض, مبلغ التمويل',
  annualRate:
    'annual rate, annual interest rate, interest rate p.a., interest rate pa, interest % p.a., nominal annual rate, yearly rate, rate p.a., zinssatz, zinssatz p.a., sollzins, sollzinssatz, nominalzins, jahreszins, taux d’intérêt, taux annuel, taux nominal, taux d’intérêt annuel, tasa de interés, tasa anual, tipo de interés, tasa de interés anual, taxa de juro, taxa de juros, taxa anual, taxa de juros anual, tasso di interesse, tasso d’interesse, tasso annuo, rentepercentage, rentevoet, jaarrente, oprocentowanie, stopa procentowa, faiz oranı, yıllık faiz oranı, نسبة الفائدة, سعر الفائدة, معدل الفائدة, نسبة الفائدة السنوية, معدل الفائدة السنوي, roi p.a., roi (p.a.), roi (% p.a.), roi % p.a., interest rate % p.a., interest rate (% p.a.), rate % p.a., rate (% p.a.), sollzins p.a., gebundener sollzinssatz, sollzinssatz p.a., yıllık faiz, oprocentowanie roczne, oprocentowanie w skali roku, stopa roczna',
  instalmentCount:
    'number of instalments, number of installments, no of instalments, no of installments, no. of repayments, instalments, installments, term in months, term (months), term months, loan term months, anzahl raten, anzahl der raten, ratenanzahl, laufzeit in monaten, laufzeit (monate), nombre d’échéances, nombre de mensualités, durée en mois, durée (mois), número de cuotas, cantidad de cuotas, plazo en meses, plazo (meses), número de parcelas, número de prestações, prazo em meses, prazo (meses), numero rate, numero di rate, durata in mesi, durata (mesi), aantal termijnen, looptijd in maanden, liczba rat, okres w miesiącach, taksit sayısı, vade (ay), عدد الأقساط, المدة بالأشهر, tenure in months, tenure (months), tenor in months, tenor (months), loan tenure (months), loan term (months), loan term in months, number of emis, no of emis, adet taksit, okres (miesiące), okres kredytowania w miesiącach',
  frequency:
    'repayment frequency, payment frequency, instalment frequency, repayment interval, zahlungsrhythmus, ratenrhythmus, périodicité, fréquence de remboursement, frecuencia de pago, periodicidad, frequência de pagamento, periodicidade, periodicità, betalingsfrequentie, częstotliwość spłat, ödeme sıklığı, دورية السداد, دورية الأقساط',
  instalment:
    'instalment amount, installment amount, monthly instalment, monthly installment, monthly payment, emi, monatsrate, monatliche rate, ratenhöhe, mensualité, montant de l’échéance, cuota mensual, importe de la cuota, valor da parcela, prestação mensal, rata mensile, importo rata, maandbedrag, maandtermijn, rata miesięczna, wysokość raty, taksit tutarı, aylık taksit, قيمة القسط, مبلغ القسط, القسط الشهري',
  disbursedOn:
    'disbursement date, date of disbursement, disbursed date, disbursal date, loan date, origination date, auszahlungsdatum, auszahlungstag, date de déblocage, date de décaissement, date de versement, fecha de desembolso, fecha de otorgamiento, data de desembolso, data do desembolso, data di erogazione, data erogazione, uitbetalingsdatum, data wypłaty, kullandırım tarihi, تاريخ الصرف, تاريخ صرف القرض, تاريخ المنح, disbursal dt, disbursement dt, data uruchomienia, data uruchomienia kredytu, kredi kullandırım tarihi, fecha desembolso, date déblocage',
  firstDueOn:
    'first due date, first payment date, first repayment date, first instalment date, first installment date, first due on, erste fälligkeit, erste rate am, première échéance, date de première échéance, primer vencimiento, fecha del primer pago, primeiro vencimento, prima scadenza, prima rata il, eerste vervaldatum, pierwszy termin płatności, ilk taksit tarihi, ilk ödeme tarihi, تاريخ أول قسط, أول استحقاق, تاريخ أول استحقاق',
  status:
    'loan status, account status, darlehensstatus, kreditstatus, statut du prêt, statut, estado del préstamo, estado del crédito, situação do empréstimo, stato del prestito, leningstatus, status pożyczki, status kredytu, kredi durumu, حالة القرض, الحالة',
  balance:
    'outstanding balance, outstanding principal, principal outstanding, principal balance, remaining principal, balance outstanding, restschuld, restkapital, offene restschuld, capital restant dû, capital restant, encours, saldo de capital, capital pendiente, saldo pendiente, saldo devedor, capital em dívida, debito residuo, capitale residuo, restschuld lening, openstaand saldo, uitstaand saldo, pozostały kapitał, kapitał pozostały do spłaty, kalan anapara, kalan ana para, الرصيد القائم, رصيد الأصل, الأصل المتبقي, أصل القرض المتبقي, الرصيد, saldo kapitału, saldo kapitału do spłaty, kapitał do spłaty, principal outstanding amount, outstanding principal amount, pos amount',
  principalPaid:
    'paid principal, principal repaid, principal paid to date, getilgt, getilgtes kapital, tilgung bisher, capital remboursé, capital amorti, capital pagado, capital amortizado, capital pago, capital rimborsato, afgeloste hoofdsom, spłacony kapitał, ödenen anapara, المسدد من الأصل, الأصل المسدد',
  interestPaid:
    'paid interest, interest paid to date, gezahlte zinsen, intérêts payés, intereses pagados, juros pagos, interessi pagati, betaalde rente, zapłacone odsetki, ödenen faiz, الفائدة المسددة, الفوائد المسددة',
  team: 'team name, collection team, collections team, inkassoteam, équipe, équipe de recouvrement, equipo, equipo de cobranza, equipe, equipe de cobrança, squadra, incassoteam, zespół, zespół windykacji, ekip, takım, tahsilat ekibi, الفريق, فريق التحصيل',
  agent:
    'agent name, assigned to, assigned agent, assignee, collector, collector name, collection agent, sachbearbeiter, sachbearbeiterin, zugewiesen an, bearbeiter, attribué à, assigné à, agent de recouvrement, gestionnaire de recouvrement, asignado a, agente, cobrador, gestor de cobranza, atribuído a, cobrador responsável, assegnato a, addetto al recupero, toegewezen aan, incassomedewerker, przypisany do, przypisano do, windykator, atanan kişi, atanan, tahsilat görevlisi, المحصل, المسند إليه, مسند إلى, مسؤول التحصيل, الوكيل',
  lastPaymentOn:
    'last payment date, date of last payment, last paid on, letzte zahlung am, date du dernier paiement, fecha del último pago, data do último pagamento, data ultimo pagamento, datum laatste betaling, data ostatniej wpłaty, son ödeme tarihi, تاريخ آخر دفعة, تاريخ آخر سداد',
};

/**
 * Writes a heading so that case, accents, spacing, punctuation and the spellings of Arabic letters
 * do not matter.
 */
export function squashed(heading: string): string {
  return heading
    .normalize('NFKD')
    .replaceAll(/\p{M}|\u0640/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll(/[أإآ]/g, 'ا')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '');
}

const fieldBySynonym: ReadonlyMap<string, string> = new Map(
  Object.entries(headings).flatMap(([field, names]) =>
    names.split(',').map((name) => [squashed(name), field] as const),
  ),
);

/** Returns whether the heading means the field in every lender's files. */
export function isSynonym(heading: string, field: TapeField): boolean {
  return fieldBySynonym.get(squashed(heading)) === field;
}
