import { describe, expect, it } from 'vitest';
import { readLines } from '../../../../testing/read-whole-tape.ts';

const header = (changed: Readonly<Record<string, string>> = {}) =>
  [
    'external_id',
    'borrower_name',
    'principal',
    'interest_rate',
    'instalments',
    'disbursed_on',
    'balance',
  ]
    .map((name) => changed[name] ?? name)
    .join(';');
const loan = (id: number, changed: { rate?: string; term?: string; day?: string } = {}) => {
  const { rate = '18.5', term = '24', day = '2026-01-15' } = changed;
  return [`V00${id}`, 'Ada Byron', '10001.50', rate, term, day, '8000.25'].join(';');
};

describe('a rate that states its period in the cell', () => {
  const ratesOf = async (rates: readonly string[], heading = 'interest_rate') => {
    const lines = rates.map((rate, at) => loan(at + 1, { rate }));
    const read = await readLines([header({ interest_rate: heading }), ...lines], {
      columns: { annualRate: heading },
    });
    const codes = read.findings.map(({ code }) => code);
    return [...read.loans.map(({ annualRate }) => String(annualRate)), ...codes];
  };

  it.each([
    ['2% p.m.', '24'],
    ['24 % p.a.', '24'],
    ['1,5 % monatlich', '18'],
    ['1.5 % per month', '18'],
    ['1,5 % par mois', '18'],
    ['2% mensual', '24'],
    ['2% a.m.', '24'],
    ['24% a.a.', '24'],
    ['24% ao ano', '24'],
    ['2 % al mese', '24'],
    ['2% per maand', '24'],
    ['2 % miesięcznie', '24'],
    ['aylık %2', '24'],
    ['٢٪ شهريًا', '24'],
    ['٢٤٪ سنويا', '24'],
    ['24% annually', '24'],
    ['2%/month', '24'],
    ['200 bps p.m.', '24'],
  ])('such as "%s" is %s a year', async (rate, percent) => {
    expect(await ratesOf([rate])).toEqual([percent]);
  });

  it('is read by its own cell if cells differ', async () => {
    expect(await ratesOf(['2% p.m.', '24 % p.a.'])).toEqual(['24', '24']);
  });

  it('leaves the others open, if they state none', async () => {
    expect(await ratesOf(['2% p.m.', '24 %'])).toEqual(['rate_period_unproven']);
  });

  it('is refused if it contradicts its heading, or is another kind of rate', async () => {
    expect(await ratesOf(['2% p.m.'], 'Annual rate')).toEqual(['rate_period_contradicts']);
    expect(await ratesOf(['2% p.m.'], 'Rate per month')).toEqual(['24']);
    expect(await ratesOf(['24% E.A.'])).toEqual(['value_not_a_number']);
    expect(await ratesOf(['24% p.m. flat'])).toEqual(['value_not_a_number']);
    expect(await ratesOf(['24% efectivo anual'])).toEqual(['value_not_a_number']);
  });
});

describe('a term that states its unit in the cell', () => {
  const termOf = async (term: string, heading = 'instalments') => {
    const read = await readLines([header({ instalments: heading }), loan(1, { term })], {
      columns: { instalmentCount: heading },
    });
    return read.loans[0]?.instalmentCount ?? read.findings[0]?.code;
  };

  it.each([
    ['2 years', 24],
    ['24 months', 24],
    ['18 mois', 18],
    ['2 Jahre', 24],
    ['1 año', 12],
    ['3 anni', 36],
    ['1.5 years', 18],
    ['1,5 Jahre', 18],
    ['1 year 6 months', 18],
    ['2 Jahre und 6 Monate', 30],
    ['٣ سنوات', 36],
    ['2 lata', 24],
    ['1.3 years', 'value_not_a_number'],
    ['2 years 3 weeks', 'value_not_a_number'],
  ])('such as "%s" is %s instalments of a monthly loan', async (term, count) => {
    expect(await termOf(term)).toBe(count);
  });

  it('is refused if it contradicts its heading', async () => {
    expect(await termOf('2 years', 'Term (months)')).toBe('value_not_a_number');
  });
});

describe('a month without a day', () => {
  const lines = [header(), loan(1, { day: 'Jan-26' }), loan(2, { day: '02/2026' })];

  it('is asked about once for the file, and read as answered', async () => {
    const asked = await readLines(lines);
    expect(asked.loans).toEqual([]);
    expect(asked.findings).toMatchObject([
      { code: 'day_of_month_unproven', column: 'disbursed_on' },
    ]);
    expect(asked.questions).toMatchObject([
      {
        kind: 'dayOfMonth',
        count: 2,
        cells: [
          {
            value: 'Jan-26',
            readings: [
              { answer: 'first', value: '2026-01-01' },
              { answer: 'last', value: '2026-01-31' },
            ],
          },
          { value: '02/2026' },
        ],
        answer: null,
      },
    ]);
    const daysOf = async (dayOfMonth: 'first' | 'last') =>
      (await readLines(lines, { answers: { dayOfMonth } })).loans.map((one) => one.disbursedOn);
    expect(await daysOf('first')).toEqual(['2026-01-01', '2026-02-01']);
    expect(await daysOf('last')).toEqual(['2026-01-31', '2026-02-28']);
  });

  it('leaves a full date as it is', async () => {
    const mixed = [header(), loan(1, { day: 'Jan-26' }), loan(2, { day: '2026-02-14' })];
    const { loans } = await readLines(mixed, { answers: { dayOfMonth: 'last' } });
    expect(loans.map((one) => one.disbursedOn)).toEqual(['2026-01-31', '2026-02-14']);
  });

  it('of the Hijri calendar has 29 or 30 days', async () => {
    const { loans } = await readLines([header(), loan(1, { day: '08/1447' })], {
      answers: { dayOfMonth: 'last' },
    });
    // 1 Ramadan 1447 is 18 February 2026, so the last day of the month before it is the 17th.
    expect(loans).toMatchObject([{ disbursedOn: '2026-02-17' }]);
  });
});

describe('a name in two columns', () => {
  const nameOf = async (heading: string, names: string) => {
    const [first = '', ...others] = header().split(';');
    const rest = loan(1).split(';').slice(2).join(';');
    const read = await readLines([
      [first, heading, ...others.slice(1)].join(';'),
      `V001;${names};${rest}`,
    ]);
    return read.loans[0]?.borrower.name ?? read.findings.at(-1)?.code;
  };

  it.each([
    ['Nombre;Apellidos', 'Ada;Byron King'],
    ['Nombres;Apellido', 'Ada;Byron King'],
    ['Apellidos;Nombre', 'Byron King;Ada'],
    ['Nome;Sobrenome', 'Ada;Byron King'],
    ['Cognome;Nome', 'Byron King;Ada'],
    ['Nom;Prénom', 'Byron King;Ada'],
    ['Prénom;Nom', 'Ada;Byron King'],
    ['Imię;Nazwisko', 'Ada;Byron King'],
    ['Ad;Soyad', 'Ada;Byron King'],
    ['Voornaam;Achternaam', 'Ada;Byron King'],
  ])('%s is joined', async (heading, names) => {
    expect(await nameOf(heading, names)).toBe('Ada Byron King');
  });

  it('is refused if one of them is the full name', async () => {
    expect(await nameOf('Nombre;Apellidos', 'Ada Byron;Byron')).toBe('name_parts_repeat');
    expect(await nameOf('Nom;Prénom', 'Byron Ada;Ada')).toBe('name_parts_repeat');
  });

  it('is asked about if a language does not say which half it is', async () => {
    expect(await nameOf('Name;Vorname', 'Byron;Ada')).toBe('column_ambiguous');
  });
});
