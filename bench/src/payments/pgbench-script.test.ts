import { expect, test } from 'vitest';
import { writePgbenchScript } from './pgbench-script.ts';
import { readProgress } from './pgbench.ts';

const recorded = {
  loanId: '00000000-0000-4000-8000-000000000481',
  agentId: '00000001-0000-4000-8000-000000000016',
  valueDate: '2026-03-07',
  instalment: 35,
};
const paymentId = '01a20a94-9ac4-7204-b0cc-64c11a1a7771';

test('values that differ between payments become parameters, and all others stay as recorded', () => {
  const { text, variables } = writePgbenchScript(
    [
      { text: 'begin', parameters: [] },
      {
        text: 'insert into payments values ($1, $2, $3, $4::date, $5)',
        parameters: [paymentId, recorded.loanId, '5 %', recorded.valueDate, null],
      },
      {
        text: 'select $1::jsonb',
        parameters: [`[{"number": 35, "source": "${paymentId}", "rate": "5 %"}]`],
      },
    ],
    recorded,
  );
  const [, statements = ''] = text.split('\nbegin;\n');
  const values = /format\(:s1_1::text, (.*?)\)::uuid, format/.exec(statements)?.[1] ?? '';
  expect(statements.replaceAll(values, '@')).toBe(
    'insert into payments values (format(:s1_1::text, @)::uuid, format(:s1_2::text, @)::uuid, ' +
      ':s1_3, format(:s1_4::text, @)::date::date, null);\n' +
      'select format(:s2_1::text, @)::jsonb::jsonb;\n',
  );
  expect(values).toContain("'00000000-0000-4000-8000-' || lpad(:loan::text, 12, '0')");
  expect(values).toContain("'00000011-0000-4000-8000-' || lpad(:serial::text, 12, '0')");
  expect(variables).toEqual({
    s1_1: '%5$s',
    s1_2: '%1$s',
    s1_3: '5 %',
    s1_4: '%3$s',
    s2_1: '[{"number": %4$s, "source": "%5$s", "rate": "5 %%"}]',
  });
});

test('arrays of ids and of days keep their types', () => {
  const parameters = [
    `{${recorded.loanId}}`,
    `{${recorded.valueDate}}`,
    `{"${recorded.valueDate}"}`,
  ];
  const text = 'select $1, $2, $3';
  const script = writePgbenchScript([{ text, parameters }], recorded);
  const casts = [...script.text.matchAll(/\)(::\w+\[\])/g)].map(([, cast]) => cast);
  expect(casts).toEqual(['::uuid[]', '::date[]', '::date[]']);
});

test('the transactions of each second are read from the output of pgbench', () => {
  const printed = `pgbench (15.18, server 18.4)
progress: 1.0 s, 212.0 tps, lat 37.4 ms stddev 9.1, 0 failed
progress: 2.0 s, 265.5 tps, lat 30.1 ms stddev 7.0, 0 failed
tps = 238.7 (without initial connection time)`;
  expect(readProgress(printed)).toEqual([212, 265.5]);
});
