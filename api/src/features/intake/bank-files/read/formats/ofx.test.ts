import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';

const read = (content: string) => readContent(content, { currency: 'USD' });

const head =
  'OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n';

const sgml = (transactions: string, { currency = 'USD' } = {}) => `${head}<OFX>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>${currency}
<BANKACCTFROM><BANKID>021000021<ACCTID>000777<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260601<DTEND>20260630
${transactions}
</BANKTRANLIST><LEDGERBAL><BALAMT>5210.10<DTASOF>20260630</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>`;

const transaction = ({ amount = '10.00', type = 'CREDIT', id = 'F-1', more = '' } = {}) =>
  `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260601233000[-5:EST]<TRNAMT>${amount}<FITID>${id}${more}</STMTTRN>`;

describe('an OFX file', () => {
  it('of version 1 has values without closing tags', async () => {
    const more = '<NAME>Ada &amp; Bob\r\n<MEMO>Loan L-000007\r\n<CHECKNUM>1034';
    expect(await read(sgml(transaction({ more })))).toEqual({
      format: 'ofx',
      lines: [
        {
          account: '000777',
          bankId: 'F-1',
          bookedOn: '2026-06-01',
          valueOn: '2026-06-01',
          amountMinor: 1_000,
          currency: 'USD',
          debtorName: 'Ada & Bob',
          payerAccount: '',
          remittance: 'Loan L-000007 · 1034',
          leftOut: null,
          mark: '',
          row: expect.any(String),
        },
      ],
    });
  });

  it('of version 2 reads the same from XML', async () => {
    const closed = sgml(transaction({ more: '<NAME>Ada' }))
      .slice(head.length)
      .replaceAll(/<(\w+)>([^<\n]+)\n?(?=<)/g, '<$1>$2</$1>');
    const xml = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>${closed}`;
    expect(xml).toContain('<NAME>Ada</NAME>');
    expect(await read(xml)).toEqual(await read(sgml(transaction({ more: '<NAME>Ada' }))));
  });

  it('has the accounts of banks and cards, and the account of the other party', async () => {
    const card = `<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>4111
      </CCACCTFROM><BANKTRANLIST>${transaction({ id: 'F-2' })}</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;
    const more = '<PAYEE><NAME>Ada<CITY>Dubai</PAYEE><BANKACCTTO><BANKID>1<ACCTID>99</BANKACCTTO>';
    expect(await read(sgml(transaction({ more })).replace('</OFX>', card))).toMatchObject({
      lines: [
        { account: '000777', debtorName: 'Ada', payerAccount: '99' },
        { account: '4111', bankId: 'F-2', payerAccount: '' },
      ],
    });
  });

  it.each([
    ['-80', 8_000, 'debit'],
    ['+80.5', 8_050, null],
    ['80,50', 8_050, null],
    ['1,234.56', 123_456, null],
    ['1.234,56', 123_456, null],
    ['-00000000001500.0000', 150_000, 'debit'],
    ['0.00', 0, 'zero'],
  ])('reads the amount %s', async (amount, amountMinor, leftOut) => {
    expect(await read(sgml(transaction({ amount, type: 'OTHER' })))).toMatchObject({
      lines: [{ amountMinor, leftOut }],
    });
  });

  it.each([
    ['1.500', 'TRNAMT'],
    ['1,500', 'TRNAMT'],
    ['1.005', 'TRNAMT'],
    ['1,23,4.5', 'TRNAMT'],
    ['ten', 'TRNAMT'],
    ['', 'TRNAMT'],
  ])('is refused with the amount "%s"', async (amount, column) => {
    expect(await read(sgml(transaction({ amount })))).toMatchObject({
      refusal: { code: 'bank_line_not_read', details: { line: 1, column } },
    });
  });

  it('is refused if an amount without a minus is a debit', async () => {
    expect(await read(sgml(transaction({ type: 'DEBIT' })))).toMatchObject({
      refusal: { code: 'bank_direction_contradictory', details: { line: 1 } },
    });
  });

  it('has the currency of the account, or the one of a line', async () => {
    const original = '<ORIGCURRENCY><CURRATE>0.9<CURSYM>EUR</ORIGCURRENCY>';
    const own = '<CURRENCY><CURRATE>0.9<CURSYM>EUR</CURRENCY>';
    const lines = transaction({ more: original }) + transaction({ id: 'F-2', more: own });
    expect(await read(sgml(lines))).toMatchObject({
      lines: [
        { currency: 'USD', leftOut: null },
        { currency: 'EUR', leftOut: 'other-currency' },
      ],
    });
    expect(await read(sgml(transaction(), { currency: 'AUD' }))).toMatchObject({
      refusal: { code: 'bank_currency_differs' },
    });
  });

  it('leaves out what is pending, and uses no id that several lines share', async () => {
    const pending = '<STMTTRNP><TRNTYPE>CREDIT<DTTRAN>20260602<TRNAMT>7.00<NAME>Zoe</STMTTRNP>';
    const lines = transaction({ id: '0' }) + transaction({ id: '0', amount: '11.00' }) + pending;
    expect(await read(sgml(lines))).toMatchObject({
      lines: [{ bankId: '' }, { bankId: '' }, { leftOut: 'not-booked', bookedOn: '2026-06-02' }],
    });
  });

  it('is read without the end of its list of lines', async () => {
    const open = sgml(transaction()).replace('</BANKTRANLIST>', '');
    expect(await read(open)).toMatchObject({ lines: [{ amountMinor: 1_000 }] });
  });

  it.each([
    ['no end', sgml(transaction()).slice(0, -10)],
    ['a line inside another', sgml('<STMTTRN><TRNAMT>1<STMTTRN><TRNAMT>2</STMTTRN></STMTTRN>')],
    ['groups that cross', sgml('<STMTTRN><TRNAMT>1</BANKTRANLIST></STMTTRN>')],
    [
      'entities of its own',
      sgml(transaction()).replace('<OFX>', '<!DOCTYPE x [<!ENTITY a "b">]><OFX>'),
    ],
    ['text without end', sgml(transaction({ more: `<MEMO>${'x'.repeat(200_000)}` }))],
  ])('is refused with %s', async (_name, content) => {
    expect(await read(content)).toMatchObject({ refusal: { code: 'bank_file_not_recognised' } });
  });
});
