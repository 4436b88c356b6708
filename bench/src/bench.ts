import { Refusal, runCommand } from '@bursar/tools/refusal';
import { describeHostile, measureHostile } from './hostile/hostile.ts';
import { describeImports, measureImports } from './import.ts';
import { describeLists, measureLists } from './lists/lists.ts';
import { describeLoanMaths, measureLoanMaths } from './loan-maths.ts';
import { describePayments, measurePayments } from './payments/payments.ts';
import { describeRequests, measureRequests } from './requests/requests.ts';
import { describeWeb, measureWeb } from './web/web.ts';

/** What can be measured, by the name to ask for it; each answers lines for a terminal. */
const measurements: Readonly<Record<string, () => Promise<string>>> = {
  'loan-maths': async () => describeLoanMaths(measureLoanMaths()),
  import: async () => describeImports(await measureImports()),
  hostile: async () => describeHostile(await measureHostile()),
  lists: async () => describeLists(await measureLists()),
  payments: async () => describePayments(await measurePayments()),
  requests: async () => describeRequests(await measureRequests()),
  web: async () => describeWeb(await measureWeb()),
};

/** Runs the measurements that are named, or all of them, one after the other. */
export const main = (names: readonly string[]): Promise<void> =>
  runCommand(async () => {
    const unknown = names.find((name) => !Object.hasOwn(measurements, name));
    if (unknown !== undefined) {
      const known = Object.keys(measurements).join(', ');
      throw new Refusal(`There is no measurement "${unknown}". There are: ${known}.`);
    }
    for (const [name, measure] of Object.entries(measurements)) {
      if (names.length === 0 || names.includes(name)) console.log(await measure());
    }
  });
