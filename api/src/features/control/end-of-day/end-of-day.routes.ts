import {
  closeDay as closeContract,
  listEndOfDayProgress,
  listEndOfDayRuns,
} from '@bursar/contracts/control/end-of-day';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { runsPortfolio } from '../../../platform/scope.ts';
import { closeDays, openDaysOf } from './close-days.ts';
import { listRunsOf, listProgress, listEndOfDayStatuses } from './end-of-day.store.ts';

const OPEN_DAYS_SHOWN = 100;

export function bindEndOfDayRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, listEndOfDayRuns, async ({ query: { before, limit }, session }) => {
    const { portfolio, scope, businessDate } = session;
    // A close covers the whole portfolio, so users with a narrower scope see none.
    if (!portfolio || !runsPortfolio(scope, portfolio.id))
      return succeed({ businessDate, openDays: [], runs: [], nextBefore: null });
    const portfolioId = portfolio.id;
    const [progress] = await listProgress(database, { now: clock.now(), portfolioId });
    const rows = await listRunsOf(database, {
      portfolioId,
      before: before ?? null,
      limit: limit + 1,
    });
    const runs = rows.slice(0, limit);
    return succeed({
      businessDate,
      openDays: progress ? openDaysOf(progress).slice(0, OPEN_DAYS_SHOWN) : [],
      runs,
      nextBefore: rows.length > limit ? (runs.at(-1)?.day ?? null) : null,
    });
  });

  bindEndpoint(platform, listEndOfDayProgress, async ({ session: { scope } }) => {
    const rows = await listEndOfDayStatuses(database, { now: clock.now(), scope });
    const portfolios = rows
      .filter(({ portfolioId }) => runsPortfolio(scope, portfolioId))
      .map(({ portfolioId, name, stoppedAt, left, ...progress }) => ({
        portfolio: { id: portfolioId, name },
        lastClosedOn: progress.lastClosedDay,
        openDays: openDaysOf({ portfolioId, ...progress }).length,
        stoppedAt,
        left,
      }));
    return succeed({ portfolios });
  });

  bindEndpoint(platform, closeContract, ({ body: { day }, context, request }) =>
    inPortfolio(context, async ({ portfolio, session, now }) => {
      const portfolioId = portfolio.id;
      if (!runsPortfolio(session.scope, portfolioId)) return refuse('not_found');
      const [progress] = await listProgress(database, { now, portfolioId });
      if (!progress) return refuse('not_found');
      const { lastOverDay } = progress;
      if (day > lastOverDay) return refuse('day_not_over', { details: { lastOverDay } });
      const closed = await closeDays(database, {
        now,
        portfolioId,
        until: day,
        startedBy: session.account.id,
        apiKeyName: session.apiKeyName,
        onLeft: (err, loanId) => request.log.error({ err, loanId }, 'end-of-day skipped a loan'),
      });
      const [after] = await listProgress(database, { now, portfolioId });
      const isClosed = (after?.lastClosedDay ?? '') >= day;
      return succeed({ closedDays: closed.map((one) => one.day), isClosed });
    }),
  );
}
