import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { tapeFileOf } from '../../../../testing/tape-files.ts';
import { readBankFile } from './read-bank-file.ts';

type Options = { readonly currency?: string };

async function read(content: string | Buffer, { currency = 'EUR' }: Options = {}) {
  const file = await tapeFileOf(content);
  try {
    const outcome = await readBankFile(file, { currency });
    return outcome.ok ? outcome.value : { refusal: outcome.refusal };
  } finally {
    await file.handle.close();
  }
}

/**
 * Returns the bank's name, the result of the balance check and, for each line, its day, its amount
 * or the reason why it is no payment, its payer, the payer's account, its text and its bank id.
 */
async function summary(content: string | Buffer, options: Options) {
  const value = await read(content, options);
  if (!('lines' in value)) throw new Error(JSON.stringify(value));
  const { layout, balance, lines } = value;
  return {
    bank: layout?.bankName,
    balance,
    lines: lines.map((line) =>
      [
        line.bookedOn,
        line.leftOut ?? line.amountMinor,
        line.debtorName,
        line.payerAccount,
        line.remittance,
        line.bankId,
      ].join(' | '),
    ),
  };
}

type Expected = readonly [string, string, string | null, 'agrees' | null, readonly string[]];

const layouts: readonly Expected[] = [
  [
    'sbi.csv',
    'INR',
    'State Bank of India',
    'agrees',
    [
      '2026-09-01 | debit |  |  | TO TRANSFER-UPI/DR/624412345678/SHOP/YESB/paytm/UPI-- · TRANSFER TO 4897691162092 | ',
      '2026-09-03 | 700000 |  |  | BY TRANSFER-NEFT*HDFC0000001*N245260001*ACME LOANS LN000123-- · TRANSFER FROM 99509044300 | ',
    ],
  ],
  [
    'icici.csv',
    'INR',
    'ICICI Bank',
    'agrees',
    [
      '2026-09-25 | 500000 |  |  | NEFT-CITIN26-ACME PVT LTD-LN000123 | ',
      '2026-09-26 | debit |  |  | UPI/shop/123 | ',
    ],
  ],
  [
    'kotak.csv',
    'INR',
    'Kotak Mahindra Bank',
    'agrees',
    [
      '2026-09-25 | 500000 |  |  | NEFT ACME LN000123 | NEFTINW-1',
      '2026-09-26 | debit |  |  | UPI/shop | UPI-2',
    ],
  ],
  [
    'axis.csv',
    'INR',
    'Axis Bank',
    'agrees',
    ['2026-09-25 | 500000 |  |  | NEFT/ACME/LN000123 | ', '2026-09-26 | debit |  |  | UPI/shop | '],
  ],
  [
    'mpesa.csv',
    'KES',
    'M-Pesa',
    'agrees',
    [
      '2026-09-27 | 150000 | 254712345678 - JANE WANJIKU |  | Pay Bill from 254712345678 - JANE WANJIKU Acc. LN000123 · LN000123 | SIP4XYZ001',
      '2026-09-27 | debit |  |  | Pay Merchant Charge | SIP4XYZ002',
    ],
  ],
  [
    'paypal.csv',
    'USD',
    'PayPal',
    'agrees',
    [
      '2026-09-25 | 25000 | Jan Novak |  | LN-000123 · Loan · September | 9AB12345CD678901E',
      '2026-09-26 | debit |  |  |  | 9AB12345CD678902E',
      '2026-09-27 | not-booked | Ana Silva |  |  | 9AB12345CD678903E',
    ],
  ],
  [
    'enbd.csv',
    'AED',
    null,
    'agrees',
    [
      '2026-09-25 | 150000 |  |  | TRANSFER FROM MOHAMMED ALI LN000123 | FT26268ABC',
      '2026-09-26 | debit |  |  | SERVICE CHARGE | FT26269DEF',
    ],
  ],
  [
    'ca.csv',
    'EUR',
    'Crédit Agricole',
    null,
    [
      '2026-10-12 | 125000 |  |  | VIREMENT EN VOTRE FAVEUR JEAN MARTIN LN-000123 | ',
      '2026-09-25 | debit |  |  | PAIEMENT CARTE SUPERMARCHE | ',
    ],
  ],
  [
    'vrold.csv',
    'EUR',
    'Volksbank',
    null,
    [
      '2026-09-25 | 25000 | Max Muster | DE89370400440532013000 | Gutschrift LN-000123 | ',
      '2026-09-24 | debit | Stadtwerke | DE11222233334444555566 | Lastschrift Strom | ',
    ],
  ],
  [
    'comdirect.csv',
    'EUR',
    'comdirect',
    null,
    [
      '2026-09-25 | 25000 |  |  | Auftraggeber: Max Muster Buchungstext: LN-000123 Ref. ABC/1 | ',
      '2026-09-24 | debit |  |  | Auftraggeber: Stadtwerke Buchungstext: Strom Ref. ABC/2 | ',
    ],
  ],
  [
    'rabo.csv',
    'EUR',
    'Rabobank',
    'agrees',
    [
      '2026-09-25 | 25000 | J. de Vries | NL91ABNA0417164300 | LN-000123 | ',
      '2026-09-26 | debit | Energie BV | NL91ABNA0417164301 | Stroom | REF1',
    ],
  ],
  [
    'ingnl2.csv',
    'EUR',
    'ING',
    'agrees',
    [
      '2026-09-25 | 25000 | J de Vries | NL00RABO0000000002 | LN-000123 | ',
      '2026-09-24 | debit | Energie BV | NL00RABO0000000003 | Stroom | ',
    ],
  ],
  [
    'santander.csv',
    'EUR',
    null,
    'agrees',
    [
      '2026-09-25 | 25000 |  |  | Transferencia de JUAN PEREZ concepto LN-000123 | ',
      '2026-09-24 | debit |  |  | Recibo luz | ',
    ],
  ],
  [
    'bbva.csv',
    'EUR',
    'BBVA',
    'agrees',
    [
      '2026-09-25 | 25000 |  |  | Transferencia recibida · JUAN PEREZ · LN-000123 | ',
      '2026-09-24 | debit |  |  | Recibo · LUZ SA | ',
    ],
  ],
  [
    'cgd.csv',
    'EUR',
    null,
    'agrees',
    [
      '2026-09-25 | 25000 |  |  | TRF DE JOAO SILVA LN-000123 | ',
      '2026-09-24 | debit |  |  | EDP COMERCIAL | ',
    ],
  ],
  [
    'fineco.csv',
    'EUR',
    'Fineco',
    null,
    [
      '2026-09-25 | 25000 |  |  | Bonifico · Ord: MARIO ROSSI Cau: LN-000123 | ',
      '2026-09-24 | debit |  |  | Luce · ENEL | ',
    ],
  ],
  [
    'intesa.csv',
    'EUR',
    null,
    null,
    [
      '2026-09-25 | 25000 |  |  | Bonifico da MARIO ROSSI · LN-000123 | ',
      '2026-09-24 | debit |  |  | Enel · Luce | ',
    ],
  ],
  [
    'kbc.csv',
    'EUR',
    'KBC',
    'agrees',
    [
      '2026-09-25 | 25000 | JAN PEETERS | BE71096123456769 | OVERSCHRIJVING VAN · LN-000123 | ',
      '2026-09-26 | debit | ENGIE | BE71096123456770 | DOMICILIERING · STROOM | ',
    ],
  ],
  [
    'ingde.csv',
    'EUR',
    'ING',
    'agrees',
    [
      '2026-09-25 | 25000 | Max Muster |  | LN-000123 | ',
      '2026-09-24 | debit | Stadtwerke |  | Strom | ',
    ],
  ],
  [
    'qonto.csv',
    'EUR',
    null,
    null,
    ['2026-09-25 | 25000 | Jean Martin | FR1420041010050500013M02606 | LN-000123 | '],
  ],
  [
    'lloyds.csv',
    'GBP',
    'Lloyds',
    'agrees',
    ['2026-09-30 | 25000 |  |  | J SMITH LN000123 | ', '2026-09-29 | debit |  |  | BRITISH GAS | '],
  ],
  [
    'natwest.csv',
    'GBP',
    'NatWest',
    'agrees',
    [
      '2026-09-30 | 25000 |  |  | J SMITH , LN000123 | ',
      '2026-09-29 | debit |  |  | BRITISH GAS | ',
    ],
  ],
  [
    'starling.csv',
    'GBP',
    'Starling',
    'agrees',
    [
      '2026-09-30 | 25000 | J Smith |  | LN000123 | ',
      '2026-09-29 | debit | British Gas |  | GAS | ',
    ],
  ],
  [
    'postfinance.csv',
    'CHF',
    'PostFinance',
    'agrees',
    [
      '2026-09-30 | 25000 |  |  | GIRO BANK MITTEILUNGEN: LN-000123 ABSENDER: MAX MUSTER | ',
      '2026-09-29 | debit |  |  | KAUF MIGROS | ',
    ],
  ],
  [
    'ubs.csv',
    'CHF',
    'UBS',
    'agrees',
    [
      '2026-09-30 | 29550 |  |  | Max Muster;Hauptstrasse 1;8000 Zürich · Zahlungsgrund: LN-000123; Referenz: 21 00000 | 9930273TO1234567',
      '2026-09-29 | debit |  |  | MIGROS · Kartenzahlung | 9930272TO1234567',
    ],
  ],
  [
    'raiffch.csv',
    'CHF',
    'Raiffeisen',
    'agrees',
    [
      '2026-09-29 | 25000 |  |  | Gutschrift Max Muster, LN-000123 | ',
      '2026-09-30 | debit |  |  | E-Banking Auftrag (eBill) Muster AG Zürich | ',
    ],
  ],
  [
    'bradesco.csv',
    'BRL',
    null,
    'agrees',
    [
      '2026-09-25 | 25000 |  |  | TED RECEBIDA JOAO SILVA LN-000123 | ',
      '2026-09-26 | debit |  |  | PAGTO LUZ | ',
    ],
  ],
  [
    'mbank.csv',
    'PLN',
    'mBank',
    'agrees',
    [
      '2026-09-25 | 25000 | ANNA NOWAK | 12345678901234567890123456 | PRZELEW ZEWNĘTRZNY PRZYCHODZĄCY · LN-000123 | ',
      '2026-09-26 | debit | ENERGA | 98765678901234567890123456 | PRZELEW WYCHODZĄCY · PRĄD | ',
    ],
  ],
  [
    'pko.csv',
    'PLN',
    'PKO',
    'agrees',
    [
      '2026-09-25 | 25000 |  |  | Rachunek nadawcy: 12 3456 7890 · Nazwa nadawcy: ANNA NOWAK · Tytuł: LN-000123 | ',
      '2026-09-24 | debit |  |  | Rachunek odbiorcy: 98 7654 3210 · Nazwa odbiorcy: ENERGA · Tytuł: PRĄD | ',
    ],
  ],
  [
    'turk.csv',
    'TRY',
    null,
    'agrees',
    [
      '2026-09-25 | 125000 |  |  | GELEN EFT AYŞE YILMAZ LN-000123 | D001',
      '2026-09-26 | debit |  |  | ELEKTRİK FATURASI | D002',
    ],
  ],
  [
    'arabi.csv',
    'SAR',
    null,
    'agrees',
    [
      '2026-09-25 | 150000 |  |  | حوالة واردة من محمد علي LN000123 | ',
      '2026-09-26 | debit |  |  | رسوم خدمة | ',
    ],
  ],
  [
    'snb.csv',
    'SAR',
    null,
    'agrees',
    [
      '2026-09-25 | 150000 |  |  | حوالة من محمد علي LN000123 | ',
      '2026-09-26 | debit |  |  | رسوم | ',
    ],
  ],
];

describe('the layout of a bank', () => {
  it.each(layouts)('is read from its headings and values: %s', async (name, currency, ...rest) => {
    const content = await readFile(new URL(`fixtures/layouts/${name}`, import.meta.url));
    const [bank, balance, lines] = rest;
    expect(await summary(content, { currency })).toEqual({ bank, balance, lines });
  });

  it('of a known bank says that amounts without a sign were received', async () => {
    const content = await readFile(new URL('fixtures/revolut.csv', import.meta.url));
    expect(await read(content)).toMatchObject({
      lines: [{ amountMinor: 40_000, leftOut: null }, { leftOut: 'not-booked' }, {}],
    });
  });
});
