import { describe, expect, test } from 'vitest';
import { APR_EUROPEAN_UNION_CASES } from './published/apr-european-union-cases.ts';
import { APR_REGULATION_Z_CASES } from './published/apr-regulation-z-cases.ts';
import { readCaseLines } from './published/read-case-lines.ts';
import { aprEuropeanUnion, aprRegulationZ } from './cases.ts';

type RegulationZCase = {
  id: string;
  inputs: { dates: object; payments: { amount: string; count: number }[]; advances: object[] };
  apr_percent_2dp: string;
  finance_charge: string;
  apr_percent: number;
};

describe('Regulation Z, Appendix J', () => {
  const cases = readCaseLines<RegulationZCase>(APR_REGULATION_Z_CASES);
  test.each(cases)('$id', ({ inputs, apr_percent_2dp, finance_charge, apr_percent }) => {
    const apr = aprRegulationZ(inputs);
    expect(apr).toMatchObject({ ok: true, value: { apr_percent_2dp, finance_charge } });
    expect(apr.ok && Math.abs(apr.value.apr_percent - apr_percent)).toBeLessThan(6e-9);
  });

  test.each(cases.filter(({ inputs }) => inputs.payments.length === 1))(
    '$id from its dates',
    ({ inputs, apr_percent_2dp }) => {
      const [{ amount, count } = { amount: '0', count: 1 }] = inputs.payments;
      const { dates, advances } = inputs;
      const apr = aprRegulationZ({ dates, advances, payments: [{ amount, count }] });
      expect(apr).toMatchObject({ ok: true, value: { apr_percent_2dp } });
    },
  );
});

type EuropeanCase = {
  id: string;
  inputs: { flows?: [string, string, number, string, string][] };
  apr_percent_published?: string;
  apr_percent_1dp?: string;
  tolerance: string;
};

describe('Regulation Z stated without times', () => {
  const dates = { advance: '1978-03-18', first_payment: '1978-04-20', frequency: '4 weeks' };
  const advances = [{ amount: '400', count: 1 }];
  const first = { amount: '39.50', count: 1 };

  test.each([
    [[first, { amount: '38.31', count: 11 }], 'payments[1].t'],
    [[{ ...first, f: '5/28' }], 'payments[0].t'],
  ])('%o is refused', (payments, field) => {
    const refused = aprRegulationZ({ dates, advances, payments });
    expect(refused).toMatchObject({ ok: false, failure: { name: 'term_is_missing', field } });
  });

  test('a second advance without its time is refused', () => {
    const refused = aprRegulationZ({
      dates,
      advances: [...advances, ...advances],
      payments: [first],
    });
    expect(refused).toMatchObject({ ok: false, failure: { field: 'advances[1].t' } });
  });
});

describe('annual percentage rates of charge, European Union', () => {
  const cases = readCaseLines<EuropeanCase>(APR_EUROPEAN_UNION_CASES);

  test.each(cases.filter((given) => given.apr_percent_published))('$id', (given) => {
    const off = Math.abs(rateOf(given).apr_percent - Number(given.apr_percent_published));
    expect(off).toBeLessThanOrEqual(Number(given.tolerance));
  });

  test.each(cases.filter((given) => given.apr_percent_1dp))('$id, as shown', (given) => {
    expect(rateOf(given).apr_percent_1dp).toBe(given.apr_percent_1dp);
  });
});

test('a fee paid a month before the first drawdown is discounted from its own time', () => {
  const once = { count: 1, step_years: '0' };
  const apr = aprEuropeanUnion({
    flows: [
      { kind: 'payment', amount: '4000.00', first_time_years: '-1/12', ...once },
      { kind: 'drawdown', amount: '200000.00', first_time_years: '0', ...once },
      {
        kind: 'payment',
        amount: '1432.86',
        count: 240,
        first_time_years: '1/12',
        step_years: '1/12',
      },
    ],
  });
  // The rate is 6.434412 % with the fee on the day of the drawdown.
  expect(apr).toMatchObject({ ok: true, value: { apr_percent_1dp: '6.4' } });
  expect(apr.ok && apr.value.apr_percent).toBeGreaterThan(6.434412);
});

function rateOf({ inputs }: EuropeanCase) {
  const flows = inputs.flows?.map(([kind, amount, count, first_time_years, step_years]) => ({
    kind,
    amount,
    count,
    first_time_years,
    step_years,
  }));
  const apr = aprEuropeanUnion(flows ? { flows } : inputs);
  if (!apr.ok) throw new Error(apr.failure.name);
  return apr.value;
}
