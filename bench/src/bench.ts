import { parseArgs } from 'node:util';
import { Refusal, runCommand } from '@bursar/tools/refusal';
import { describeBankFile, measureBankFile } from './bank-file/bank-file.ts';
import { describeClose, measureClose } from './close/close.ts';
import { describeHostile, measureHostile } from './hostile/hostile.ts';
import { describeImports, measureImports } from './import.ts';
import { describeLists, measureLists } from './lists/lists.ts';
import { describeLoan, measureLoan } from './loan/loan.ts';
import { describeLoanMaths, measureLoanMaths } from './loan-maths.ts';
import { describePayments, measurePayments } from './payments/payments.ts';
import { describeRequests, measureRequests } from './requests/requests.ts';
import { describeScale, measureScale } from './scale/scale.ts';
import { describeTape, measureTape } from './tape/tape.ts';
import { describeUpdate, measureUpdate } from './update/update.ts';
import type { Peers } from './web/measure-peers.ts';
import { describeWeb, measureWeb } from './web/web.ts';

type Options = {
  /** Number of loans for the measurements `close`, `scale` and `update`. */
  readonly loans: number | undefined;
  /** Public pages that are measured alternately with Bursar's own pages. */
  readonly peers: Peers;
};

/** The measurements by name. Each returns lines for a terminal. */
const measurements: Readonly<Record<string, (options: Options) => Promise<string>>> = {
  'loan-maths': async () => describeLoanMaths(measureLoanMaths()),
  import: async () => describeImports(await measureImports()),
  'bank-file': async () => describeBankFile(await measureBankFile()),
  tape: async () => describeTape(await measureTape()),
  hostile: async () => describeHostile(await measureHostile()),
  lists: async () => describeLists(await measureLists()),
  payments: async () => describePayments(await measurePayments()),
  close: async ({ loans }) => describeClose(await measureClose(loans)),
  scale: async ({ loans }) => describeScale(await measureScale(loans)),
  update: async ({ loans }) => describeUpdate(await measureUpdate(loans)),
  loan: async () => describeLoan(await measureLoan()),
  requests: async () => describeRequests(await measureRequests()),
  web: async ({ peers }) => describeWeb(await measureWeb(peers)),
};

/** Runs the named measurements, or all of them, one after another. */
export const main = (args: readonly string[]): Promise<void> =>
  runCommand(async () => {
    const { positionals: names, values } = readArguments(args);
    const unknown = names.find((name) => !Object.hasOwn(measurements, name));
    if (unknown !== undefined) {
      const known = Object.keys(measurements).join(', ');
      throw new Refusal(`There is no measurement "${unknown}". There are: ${known}.`);
    }
    const loans = values.loans === undefined ? undefined : Number(values.loans);
    // `measureClose` also measures a book of a tenth of the loans, and both need whole numbers of
    // loans with each event.
    const unit = names.length === 0 || names.includes('close') ? 20_000 : 10_000;
    if (loans !== undefined && !(loans >= unit && loans % unit === 0)) {
      throw new Refusal(`--loans is a multiple of ${unit}.`);
    }
    const peers = {
      dashboard: readAddress('dashboard', values.dashboard),
      list: readAddress('list', values.list),
    };
    for (const [name, measure] of Object.entries(measurements)) {
      if (names.length === 0 || names.includes(name)) console.log(await measure({ loans, peers }));
    }
  });

function readAddress(option: string, given: string | undefined): string | undefined {
  if (given === undefined || /^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given;
  throw new Refusal(`--${option} is the address of a page, such as http://127.0.0.1:4101/.`);
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        loans: { type: 'string' },
        dashboard: { type: 'string' },
        list: { type: 'string' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}
