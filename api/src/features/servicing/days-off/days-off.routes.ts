import {
  changeWeeklyDaysOff as weeklyContract,
  listDaysOff as listContract,
  removeHoliday as removeContract,
  setHoliday as setContract,
} from '@bursar/contracts/servicing/days-off';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { changeWeeklyDaysOff, removeHoliday, setHoliday } from './change-days-off.ts';
import { listDaysOff } from './days-off.store.ts';

export function bindDaysOffRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listContract, async ({ session: { scope }, context: { now } }) =>
    succeed({ portfolios: await listDaysOff(database, { scope, now }) }),
  );

  bindEndpoint(platform, weeklyContract, ({ params, body, context }) =>
    changeWeeklyDaysOff(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, setContract, ({ params, body, context }) =>
    setHoliday(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, removeContract, ({ params, context }) =>
    removeHoliday(database, params, context),
  );
}
