import type { LoggedStatement } from './logged-statements.ts';
import { agentIds, firstPaymentDay, loanIds, payable } from './seed-payable-loans.ts';

export type PgbenchScript = {
  readonly text: string;
  /** The variables of the script's statements. */
  readonly variables: Readonly<Record<string, string>>;
};

/** Values of a recorded payment that differ in the next payment, as written in its parameters. */
export type Recorded = {
  readonly loanId: string;
  readonly agentId: string;
  readonly valueDate: string;
  /** The number of the instalment that the payment pays. */
  readonly instalment: number;
};

/**
 * Returns the statements of a recorded payment as a pgbench script. Each client pays the loans of its
 * own agent, from `first_agent` and `first_loan` on. Parameters stay parameters; `format` puts the
 * values that differ between payments into the recorded text.
 */
export function writePgbenchScript(
  statements: readonly LoggedStatement[],
  recorded: Recorded,
): PgbenchScript {
  const variables: Record<string, string> = {};
  const made = new Map<string, number>();
  const written = statements.map(({ text, parameters }, place) => {
    const spelled = parameters.map((value, index) => {
      if (value === null) return 'null';
      const name = `s${place}_${index + 1}`;
      const template = templateOf(value, recorded, made);
      variables[name] = template ?? value;
      return template === null ? `:${name}` : `format(:${name}::text, @)${castOf(value)}`;
    });
    return `${text.replaceAll(/\$(\d+)/g, (_, number) => spelled[Number(number) - 1] ?? 'null')};`;
  });
  const ids = Array.from(made.values(), (number) => idExpression(number));
  const values = [...commonValues, ...ids].join(', ');
  const body = written.join('\n').replaceAll(', @)', `, ${values})`);
  return { text: `${head}\n${body}\n`, variables };
}

/** The variable `done` counts a client's payments; pgbench keeps it between transactions. */
const head = `\\set place :done % ${payable.paid}
\\set loan :first_loan + :client_id * :loans_each + :done / ${payable.paid}
\\set agent :first_agent + :client_id
\\set serial :loan * 100 + :place
\\set done :done + 1`;

const ending = (variable: string) => `lpad(:${variable}::text, 12, '0')`;

/** The values of `%1$s` to `%4$s`. The new ids of a payment follow from `%5$s` on. */
const commonValues = [
  `'${loanIds}' || ${ending('loan')}`,
  `'${agentIds}' || ${ending('agent')}`,
  `date '${firstPaymentDay}' + :place::int`,
  ':place::int + 1',
];

const idExpression = (number: number) =>
  `'${String(number + 10).padStart(8, '0')}-0000-4000-8000-' || ${ending('serial')}`;

/** Matches the new ids of a payment: they are UUIDs of version 7, and the seeded ids are not. */
const newId = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function templateOf(value: string, recorded: Recorded, made: Map<string, number>): string | null {
  const escaped = value.replaceAll('%', '%%');
  const template = escaped
    .replaceAll(recorded.loanId, '%1$s')
    .replaceAll(recorded.agentId, '%2$s')
    .replaceAll(recorded.valueDate, '%3$s')
    .replaceAll(`"number": ${recorded.instalment},`, '"number": %4$s,')
    .replaceAll(newId, (id) => {
      if (!made.has(id)) made.set(id, made.size + 1);
      return `%${commonValues.length + (made.get(id) ?? 0)}$s`;
    });
  return template === escaped ? null : template;
}

function castOf(value: string): string {
  if (/^\{"?\d{4}-\d\d-\d\d/.test(value)) return '::date[]';
  if (value.startsWith('{"') || value.startsWith('[')) return '::jsonb';
  if (value.startsWith('{')) return '::uuid[]';
  return /^\d{4}-\d\d-\d\d$/.test(value) ? '::date' : '::uuid';
}
