import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';

const read = (content: string, answers = {}) => readContent(content, { currency: 'EUR', answers });

type Statement = {
  readonly entries?: string;
  readonly opening?: string;
  readonly closing?: string;
};

const statement = ({
  entries = ':61:2606010602CR10,00NTRFNONREF//BANKREF0001',
  opening = 'C260531EUR100,00',
  closing = 'C260602EUR110,00',
}: Statement = {}) =>
  `:20:STARTUMS\r\n:25:12345678/0001234567\r\n:28C:5/1\r\n:60F:${opening}\r\n${entries}\r\n:62F:${closing}\r\n-\r\n`;

const entry = (text: string, closing = 'C260602EUR110,00') =>
  read(statement({ entries: text, closing }));

describe('an MT940 statement', () => {
  it('has account, days, amount, payer, account of the payer, purpose and reference', async () => {
    const details = [
      ':86:166?00GUTSCHRIFT?10931?20EREF+E2E-77?21SVWZ+Darlehen L-0000',
      '07 Juni?30GENODEF1S05?31DE89370400440532013000?32Maximiliane-Christina Muste?33rfrau',
    ];
    const text = [':61:2606010602CR10,00NTRFNONREF//BANKREF0001', ...details].join('\r\n');
    expect(await entry(text)).toEqual({
      format: 'mt940',
      lines: [
        {
          account: '12345678/0001234567',
          bankId: 'BANKREF0001',
          bookedOn: '2026-06-02',
          valueOn: '2026-06-01',
          amountMinor: 1_000,
          currency: 'EUR',
          debtorName: 'Maximiliane-Christina Musterfrau',
          payerAccount: 'DE89370400440532013000',
          remittance: 'Darlehen L-000007 Juni · E2E-77',
          direction: 'in',
          leftOut: null,
          mark: '',
          row: expect.any(String),
        },
      ],
    });
  });

  it.each([
    [
      'in the blocks of SWIFT',
      `{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:\r\n${statement()}-}`,
    ],
    ['on the line of a block', `{1:F01INGBNL2A}{2:I940INGBNL2AXXXN}{4:${statement()}-}`],
    ['after lines of the bank', `ABNANL2A\r\n940\r\nABNANL2A\r\n${statement()}`],
    ['with plain line ends', statement().replaceAll('\r', '')],
    ['without an end', statement().replace(/-\r\n$/, '')],
  ])('is recognised %s', async (_name, content) => {
    expect(await read(content)).toMatchObject({ format: 'mt940', lines: [{ amountMinor: 1_000 }] });
  });

  it.each([
    [':61:2612300102C10,00NTRFNONREF', '2026-12-30', '2027-01-02'],
    [':61:2701021230C10,00NTRFNONREF', '2027-01-02', '2026-12-30'],
    [':61:260601C10,00NTRFNONREF', '2026-06-01', '2026-06-01'],
    [':61:2602300301C10,00NTRFNONREF', '2026-02-28', '2026-03-01'],
  ])('finds the year of the booking day: %s', async (text, valueOn, bookedOn) => {
    expect(await entry(text)).toMatchObject({ lines: [{ valueOn, bookedOn }] });
  });

  it.each([
    ['C10,00NTRF', 1_000, null, '110,00'],
    ['CR10,5NTRF', 1_050, null, '110,50'],
    ['C10,NTRF', 1_000, null, '110,00'],
    ['D10,00NTRF', 1_000, 'debit', '90,00'],
    ['DR10,00NTRF', 1_000, 'debit', '90,00'],
    ['RC10,00NTRF', 1_000, 'reversal', '90,00'],
    ['RDR10,00NTRF', 1_000, 'reversal', '110,00'],
    ['EC10,00NTRF', 1_000, 'not-booked', '100,00'],
    ['C0,00NTRF', 0, 'zero', '100,00'],
  ])('reads mark and amount of %s', async (text, amountMinor, leftOut, closing) => {
    const found = await entry(`:61:260601${text}NONREF`, `C260602EUR${closing}`);
    expect(found).toMatchObject({ lines: [{ amountMinor, leftOut }] });
  });

  it.each([
    ['C', 'in'],
    ['D', 'out'],
    ['RC', 'out'],
    ['RD', 'in'],
    ['EC', 'in'],
    ['ED', 'out'],
  ])('reads the direction of the mark %s', async (mark, direction) => {
    const text = statement({ entries: `:61:260601${mark}10,00NTRFNONREF` });
    expect(await read(text, { balance: 'read-lines' })).toMatchObject({ lines: [{ direction }] });
  });

  it.each(['C10.00NTRFNONREF', 'C1,005NTRFNONREF', 'X10,00NTRFNONREF', 'CNTRFNONREF'])(
    'is refused with an entry %s',
    async (text) => {
      expect(await entry(`:61:260601${text}`)).toMatchObject({
        refusal: { code: 'bank_line_not_read', details: { line: 1, column: ':61:' } },
      });
    },
  );

  it('is refused with a day that does not exist, or without a currency', async () => {
    expect(await entry(':61:260631C10,00NTRFNONREF')).toMatchObject({
      refusal: { details: { column: ':61:' } },
    });
    const content = statement().replaceAll('EUR', '');
    expect(await read(content)).toMatchObject({ refusal: { details: { column: ':60F:' } } });
  });

  it('has parts named as Dutch banks do', async () => {
    const details =
      ':86:/EREF/E2E-1//CNTP/NL47INGB9999999999/INGBNL2A/A. de Vries/Utrecht//REMI/USTD//Lening L-000007';
    expect(await entry(`:61:260601C10,00NTRFEREF\r\n${details}`)).toMatchObject({
      lines: [
        {
          debtorName: 'A. de Vries',
          payerAccount: 'NL47INGB9999999999',
          remittance: 'Lening L-000007 · E2E-1',
        },
      ],
    });
    const other = ':86:/NAME/J. DE WIT/REMI/Termijn juni/ISDT/2026-06-01';
    expect(await entry(`:61:260601C10,00NTRFNONREF\r\n${other}`)).toMatchObject({
      lines: [{ debtorName: 'J. DE WIT', remittance: 'Termijn juni' }],
    });
  });

  it('has free text, to which the statement’s own text does not belong', async () => {
    const text =
      ':61:260601C10,00NTRFREF-7//BANKREF0001\r\nfrom a branch\r\n:86:Instalment\r\nJune';
    const content = statement({ entries: text }).replace(
      '\r\n-',
      '\r\n:86:Balance of your account\r\n-',
    );
    expect(await read(content)).toMatchObject({
      lines: [{ remittance: 'Instalment June · REF-7', debtorName: '', bankId: 'BANKREF0001' }],
    });
  });

  it.each([
    ['an indented field', '  :86:Instalment of June', 'Instalment of June'],
    ['a purpose that begins with a dash', ':86:Instalment\r\n-EUR\r\nJune', 'Instalment -EUR June'],
    ['a dash in the purpose', ':86:Instalment\r\n-\r\nJune', 'Instalment June'],
    ['a short word after a dash', ':86:Instalment\r\n-A\r\nJune', 'Instalment -A June'],
  ])('does not end at %s', async (_name, details, remittance) => {
    const text = `:61:260601C10,00NTRFNONREF//BANKREF0001\r\n${details}`;
    const second = ':61:260602C5,00NTRFNONREF//BANKREF0002\r\n:86:Rate';
    const entries = `${text}\r\n${second}`;
    expect(await read(statement({ entries, closing: 'C260602EUR115,00' }))).toMatchObject({
      lines: [
        { account: '12345678/0001234567', remittance },
        { account: '12345678/0001234567', remittance: 'Rate' },
      ],
    });
  });

  it.each(['-', '-XXX', '-}', '-}{5:{CHK:123456789ABC}}', '  -}'])(
    'ends with %s after the closing balance',
    async (end) => {
      const one = statement().replace(/-\r\n$/, `:86:Own text\r\n${end}\r\n`);
      const next = one.replace(':20:STARTUMS\r\n', '').replace('0001234567', '0007654321');
      expect(await read(one + next)).toMatchObject({
        lines: [{ account: '12345678/0001234567' }, { account: '12345678/0007654321' }],
      });
    },
  );

  it('leaves out a payment that came back', async () => {
    const text = ':61:260601C10,00NTRFNONREF\r\n:86:159?00RETOURE?20SVWZ+Konto erloschen';
    expect(await entry(text)).toMatchObject({ lines: [{ leftOut: 'reversal' }] });
  });

  it('uses no reference as an id that several lines share or that is short', async () => {
    const lines = [
      'C10,00NTRFNONREF//SHARED-0001',
      'C20,00NTRFNONREF//SHARED-0001',
      'C1,00NTRFNONREF//55555',
    ];
    const entries = lines.map((line) => `:61:260601${line}`).join('\r\n');
    const found = await read(statement({ entries, closing: 'C260602EUR131,00' }));
    expect(found.lines?.map(({ bankId }) => bankId)).toEqual(['', '', '']);
  });

  it('checks the balances of each statement, also below zero', async () => {
    const below = statement({ opening: 'D260531EUR10,00', closing: 'C260602EUR0,00' });
    expect((await read(below + statement())).lines).toHaveLength(2);
    const wrong = statement({ closing: 'C260602EUR140,00' });
    expect(await read(below + wrong)).toMatchObject({
      asked: [
        { key: 'balance', values: ['12345678/0001234567 · 100.00 + 10.00 = 110.00 ≠ 140.00 EUR'] },
      ],
    });
    expect(await read(wrong, { balance: 'refuse-file' })).toMatchObject({
      refusal: { code: 'bank_balance_differs', details: { closing: '140.00', moved: '10.00' } },
    });
  });

  it('is refused if an entry is followed by another account', async () => {
    const entries = ':61:260601C10,00NTRFNONREF\r\n:25:166?00GUTSCHRIFT';
    expect(await read(statement({ entries }))).toMatchObject({
      refusal: { details: { column: ':25:' } },
    });
  });

  it.each([
    ['a line without end', `:20:A\r\n:86:${'x'.repeat(30_000)}`, 'bank_file_not_recognised'],
    [
      'too many lines',
      `:20:A\r\n:60F:C260531EUR0,\r\n${':61:260601C1,00NTRFNONREF\r\n'.repeat(10_001)}`,
      'too_many_bank_lines',
    ],
    ['no lines', ':60F:C100318EUR380115,12\r\n', 'bank_file_has_no_lines'],
  ])('is refused with %s', async (_name, content, code) => {
    expect(await read(content)).toMatchObject({ refusal: { code } });
  });
});

describe('an MT942 report', () => {
  const report = [
    ':20:A',
    ':25:0001',
    ':34F:EUR0,',
    ':13D:2606011815+0100',
    ':61:260601C10,00NTRFNONREF',
    ':90C:1EUR10,00',
    '-',
  ].join('\n');

  it('asks whether the bank has booked its lines', async () => {
    expect(await read(report)).toMatchObject({ asked: [{ key: 'status:mt942', kind: 'status' }] });
    for (const [answer, leftOut] of [
      ['booked', null],
      ['not-booked', 'not-booked'],
    ]) {
      expect(await read(report, { 'status:mt942': answer })).toMatchObject({
        format: 'mt942',
        lines: [{ amountMinor: 1_000, currency: 'EUR', leftOut }],
      });
    }
  });
});
