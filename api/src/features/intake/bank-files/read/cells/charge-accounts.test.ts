import { describe, expect, it } from 'vitest';
import { readContent } from '../../../../../testing/bank-content.ts';

const head = 'Date,Description,Amount';
const charges = ['11/02/2026,AMAZON,54.20', '11/14/2026,DELTA AIR,400.00'];

async function keysAsked(...rows: string[]) {
  const { asked } = await readContent(rows.join('\n'), { currency: 'USD' });
  return asked?.map(({ key }) => key);
}

describe('a statement of a credit card or loan, where positive amounts may be charges', () => {
  it.each([
    ['confirms a payment', [head, ...charges, '11/13/2026,PAYMENT RECEIVED - THANK YOU,-1200.00']],
    [
      'names a card member',
      [
        'Date,Description,Card Member,Amount',
        '11/02/2026,AMAZON,J DOE,54.20',
        '11/13/2026,ZARA,J DOE,-20.00',
      ],
    ],
    [
      'has a credit limit above its table',
      ['Credit limit: 5000.00', head, ...charges, '11/13/2026,ZARA,-20.00'],
    ],
    [
      'has a balance that rises with each charge',
      [
        `Loan account,,,`,
        `${head},Balance`,
        '11/13/2026,Drawdown,5000.00,5000.00',
        '11/14/2026,Fee,10.00,5010.00',
        '11/30/2026,Instalment,-500.00,4510.00',
      ],
    ],
  ])('asks about the direction if it %s', async (_reason, rows) => {
    expect(await keysAsked(...rows)).toEqual(['direction']);
  });

  it('is refused if not all positive amounts were received', async () => {
    const rows = [head, ...charges, '11/13/2026,PAYMENT - THANK YOU,-1200.00'];
    const answers = { direction: 'not-all' };
    const { refusal } = await readContent(rows.join('\n'), { currency: 'USD', answers });
    expect(refusal?.code).toBe('bank_direction_unknown');
  });

  it('is not assumed if a received payment was reversed', async () => {
    const rows = [head, ...charges, '11/13/2026,REVERSAL OF PAYMENT RECEIVED,-54.20'];
    expect(await keysAsked(...rows)).toBeUndefined();
  });
});
