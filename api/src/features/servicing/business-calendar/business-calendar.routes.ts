import {
  changeWeeklyDaysOff as weeklyContract,
  listBusinessCalendars as listContract,
  removeHoliday as removeContract,
  setHoliday as setContract,
} from '@bursar/contracts/servicing/business-calendar';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { changeWeeklyDaysOff, removeHoliday, setHoliday } from './change-business-calendar.ts';
import { listBusinessCalendars } from './business-calendar.store.ts';

export function bindBusinessCalendarRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listContract, async ({ session: { scope }, context: { now } }) =>
    succeed({ portfolios: await listBusinessCalendars(database, { scope, now }) }),
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
