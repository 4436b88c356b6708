import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';

describe('a BAI2 file', () => {
  const read = (content: string, answers = {}) =>
    readContent(content, { currency: 'USD', answers });
  const file = [
    '01,BANK,LENDER,260602,0600,1,80,1,2/',
    '02,LENDER,BANK,1,260601,,USD,2/',
    '03,0007770001,,010,500000,,,015,611000,,/',
    '16,195,112000,V,260602,,BANKREF0001,CUST-7,WIRE FROM ADA BYRON, DUBAI',
    '88,LOAN L-000007/',
    '16,475,1000,0,CHECK00001,1034,/',
    '49,1224000,5/',
    '98,1224000,1,7/',
    '99,1224000,1,9/',
  ].join('\n');

  it('has day, value day, amount, direction, references and continued text', async () => {
    expect(await read(file)).toMatchObject({
      format: 'bai2',
      lines: [
        {
          account: '0007770001',
          bankId: 'BANKREF0001',
          bookedOn: '2026-06-01',
          valueOn: '2026-06-02',
          amountMinor: 112_000,
          currency: 'USD',
          remittance: 'WIRE FROM ADA BYRON, DUBAI LOAN L-000007 · CUST-7',
          leftOut: null,
        },
        { amountMinor: 1_000, leftOut: 'debit', remittance: '1034' },
      ],
    });
  });

  it.each([
    [
      'the funds type',
      ['16,195,112000,V/', '88,260602,,BANKREF0001,CUST-7,WIRE FROM ADA BYRON, DUBAI'],
    ],
    [
      'the value time',
      ['16,195,112000,V,260602,/', '88,BANKREF0001,CUST-7,WIRE FROM ADA BYRON, DUBAI'],
    ],
    [
      'the references',
      ['16,195,112000,V,260602,,BANKREF0001,CUST-7/', '88,WIRE FROM ADA BYRON, DUBAI'],
    ],
    ['a word', ['16,195,112000,V,260602,,BANKREF0001,CUST-7,WIRE FROM/', '88,ADA BYRON, DUBAI']],
    [
      'an empty text',
      ['16,195,112000,V,260602,,BANKREF0001,CUST-7,/', '88,WIRE FROM ADA BYRON, DUBAI'],
    ],
  ])('continues a transaction that is cut after %s', async (_name, records) => {
    const whole = '16,195,112000,V,260602,,BANKREF0001,CUST-7,WIRE FROM ADA BYRON, DUBAI';
    const cut = file
      .replace(whole, records.join('\n'))
      .replace(/(49,1224000),5/, '$1,6')
      .replace('98,1224000,1,7', '98,1224000,1,8')
      .replace('99,1224000,1,9', '99,1224000,1,10');
    const { lines } = await read(cut);
    expect(lines?.[0]).toMatchObject({
      bankId: 'BANKREF0001',
      bookedOn: '2026-06-01',
      valueOn: '2026-06-02',
      remittance: 'WIRE FROM ADA BYRON, DUBAI LOAN L-000007 · CUST-7',
    });
  });

  it('asks if its balances do not agree with its lines', async () => {
    const other = file.replace('611000', '612000').replaceAll('1224000', '1225000');
    expect(await read(other)).toMatchObject({
      asked: [{ values: ['0007770001 · 5000.00 + 1110.00 = 6110.00 ≠ 6120.00 USD'] }],
    });
  });

  it.each([
    ['another control total', file.replace('49,1224000', '49,1224001'), 'bank_control_differs'],
    [
      'another count of records',
      file.replace('99,1224000,1,9', '99,1224000,1,8'),
      'bank_control_differs',
    ],
    ['a lost line', file.replace('16,475,1000,0,CHECK00001,1034,/\n', ''), 'bank_control_differs'],
    ['no end', file.split('\n').slice(0, -2).join('\n'), 'bank_file_not_recognised'],
    ['a line outside an account', file.replace(/^03.*\n/m, ''), 'bank_file_not_recognised'],
    ['deletions', file.replace('BANK,1,', 'BANK,2,'), 'bank_file_not_recognised'],
    ['an unknown type', file.replace('16,195,', '16,995,'), 'bank_line_not_read'],
    ['no amount', file.replace('112000', '1120.00'), 'bank_line_not_read'],
  ])('is refused with %s', async (_name, content, code) => {
    expect(await read(content)).toMatchObject({ refusal: { code } });
  });
});

describe('a CFONB 120 file', () => {
  const read = (content: string, answers = {}) =>
    readContent(content, { currency: 'EUR', answers });
  const head = (code: string, internal: string, day: string) =>
    `${code}15589${internal}00042EUR2 98765432100${code === '04' || code === '05' ? 'B1' : '  '}${day}`;
  const balance = (code: string, day: string, amount: string) =>
    `${head(code, '    ', day).padEnd(90)}${amount}`.padEnd(120);
  const movement = (amount: string, text = 'VIREMENT RECU', reject = '  ') =>
    `${`${head('04', '9162', '010626')}${reject}020626${text}`.padEnd(81)}0000017  ${amount}REF-77`.padEnd(
      120,
    );
  const detail = (kind: string, text: string) =>
    `${head('05', '9162', '010626')}     ${kind}${text}`.padEnd(120);
  const file = (...records: string[]) => `${records.join('\r\n')}\r\n`;
  const old = balance('01', '310526', '0000000010000{');
  const received = [
    movement('0000000001250E'),
    detail('NPY', 'ADA BYRON'),
    detail('LCC', 'ECHEANCE L-000007'),
  ];

  it('has day, value day, amount, payer and text', async () => {
    const content = file(
      old,
      ...received,
      movement('0000000000322J', 'PRLV'),
      balance('07', '020626', '0000000010928D'),
    );
    expect(await read(content)).toMatchObject({
      format: 'cfonb120',
      lines: [
        {
          account: '15589 00042 98765432100',
          bookedOn: '2026-06-01',
          valueOn: '2026-06-02',
          amountMinor: 12_505,
          currency: 'EUR',
          debtorName: 'ADA BYRON',
          remittance: 'VIREMENT RECU · ECHEANCE L-000007 · REF-77',
          leftOut: null,
        },
        { amountMinor: 3_221, leftOut: 'debit' },
      ],
    });
  });

  it('leaves out a payment that came back', async () => {
    const content = file(
      old,
      movement('0000000001250E', 'REJET', '05'),
      balance('07', '020626', '0000000011250E'),
    );
    expect(await read(content)).toMatchObject({ lines: [{ leftOut: 'reversal' }] });
  });

  it('asks if its balances do not agree with its lines', async () => {
    const content = file(old, ...received, balance('07', '020626', '0000000099999A'));
    expect(await read(content)).toMatchObject({ asked: [{ key: 'balance' }] });
  });

  it.each([
    ['no new balance', file(old, ...received), '07'],
    ['an amount without a sign', file(old, movement('00000000012505')), '91-104'],
    [
      'other decimals than its currency',
      file(old, movement('0000000001250E').replace('EUR2', 'EUR3')),
      '91-104',
    ],
    ['another record', file(old, balance('09', '020626', '0000000001250E')), '1-2'],
  ])('is refused with %s', async (_name, content, column) => {
    expect(await read(content)).toMatchObject({
      refusal: { code: 'bank_line_not_read', details: { column } },
    });
  });
});
