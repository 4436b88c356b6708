import {
  changeMarginLine as changeMarginLineContract,
  createAsset as createAssetContract,
  enterPrice as enterPriceContract,
  exportSecuredLoans,
  listPrices,
  listSecuredLoans,
  moveCollateral as moveCollateralContract,
  opposeCollateral as opposeCollateralContract,
  readCollateral as readCollateralContract,
  readCollateralHistory as readHistoryContract,
  readLoanCollateral,
  withdrawPrice as withdrawPriceContract,
  type SecuredLoan,
} from '@bursar/contracts/reporting/collateral';
import { inPortfolio } from '../../../platform/command-context.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { fileColumns, plainAmount, writeTableCsv } from '../../../platform/table-file.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { changeMarginLine, createAsset } from './change-margin-line.ts';
import { findLoan, listEnteredPrices, listEvents } from './collateral.store.ts';
import { enterPrice, withdrawPrice } from './enter-prices.ts';
import { moveCollateral, opposeCollateral } from './move-collateral.ts';
import {
  findSecuredLoan,
  listLoansWithCollateral,
  rankOf,
  readCollateral,
  readCollateralHistory,
} from './read-collateral.ts';

export function bindCollateralRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readCollateralContract, async ({ session, context: { now } }) =>
    succeed(await readCollateral(database, { ...session, now })),
  );
  bindEndpoint(platform, readHistoryContract, async ({ query, session, context: { now } }) =>
    succeed(await readCollateralHistory(database, { ...session, now }, query.span)),
  );
  bindEndpoint(platform, listSecuredLoans, async ({ query, session, context: { now } }) => {
    const { after, limit, ...filter } = query;
    const loans = await listLoansWithCollateral(database, { ...session, now }, filter);
    const from = readCursor(after, 'integer');
    const rest = from ? loans.filter((loan) => isBehind(loan, from)) : loans;
    const { page, nextCursor } = pageOf(
      rest.slice(0, limit + 1).map((loan) => ({ ...loan, id: loan.loanId })),
      { limit, valueOf: rankOf },
    );
    return succeed({ rows: page.map(({ id: _id, ...loan }) => loan), nextCursor });
  });
  bindEndpoint(platform, exportSecuredLoans, async ({ query, session, context, reply }) => {
    const { now } = context;
    const loans = await listLoansWithCollateral(database, { ...session, now }, query);
    const fileName = `collateral-${session.businessDate}.csv`;
    reply.header('content-disposition', `attachment; filename="${fileName}"`);
    return succeed(writeTableCsv(columns, inOnePage(loans)));
  });
  bindEndpoint(platform, readLoanCollateral, async ({ params, session, context: { now } }) => {
    const loan = await findLoan(database, { scope: session.scope, loanId: params.loanId });
    if (!loan) return refuse('not_found');
    const [secured, events] = await Promise.all([
      findSecuredLoan(database, { ...session, now }, loan.loanId),
      listEvents(database, loan),
    ]);
    const { currency, referenceNumber } = loan;
    return succeed({ loanReference: loanReference(referenceNumber), currency, secured, events });
  });
  bindEndpoint(platform, listPrices, async ({ query, session: { scope } }) =>
    succeed(await listEnteredPrices(database, { ...query, scope })),
  );

  bindEndpoint(platform, moveCollateralContract, ({ params, body, context }) =>
    moveCollateral(database, { ...body, ...params }, context),
  );
  bindEndpoint(platform, opposeCollateralContract, ({ params, body, context }) =>
    opposeCollateral(database, { ...body, ...params }, context),
  );
  bindEndpoint(platform, createAssetContract, ({ body, context }) =>
    inPortfolio(context, (own) => createAsset(database, body, own)),
  );
  bindEndpoint(platform, enterPriceContract, ({ body, context }) =>
    inPortfolio(context, (own) => enterPrice(database, body, own)),
  );
  bindEndpoint(platform, withdrawPriceContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => withdrawPrice(database, { ...body, ...params }, own)),
  );
  bindEndpoint(platform, changeMarginLineContract, ({ body, context }) =>
    inPortfolio(context, (own) => changeMarginLine(database, body, own)),
  );
}

function isBehind(loan: SecuredLoan, { value, id }: { value: string | number; id: string }) {
  const rank = rankOf(loan);
  return rank < Number(value) || (rank === Number(value) && loan.loanId > id);
}

async function* inOnePage(loans: readonly SecuredLoan[]) {
  yield loans.flatMap(({ holdings, ...loan }) => holdings.map((held) => ({ loan, held })));
}

type Line = {
  readonly loan: Omit<SecuredLoan, 'holdings'>;
  readonly held: SecuredLoan['holdings'][number];
};

const { text, amount, number, instant } = fileColumns<Line, never>();
const none: readonly never[] = [];

/** One row per holding, so that a spreadsheet can recalculate each value. */
const columns = [
  text('loan', none, ({ loan }) => loan.loanReference),
  text('borrower', none, ({ loan }) => loan.borrower),
  text('currency', none, ({ loan }) => loan.currency),
  amount('outstanding', none, ({ loan }) => plainAmount(loan.outstandingMinor, loan.currency)),
  text('asset', none, ({ held }) => held.symbol),
  number('quantity', none, ({ held }) => held.quantity),
  number('price', none, ({ held }) => held.price),
  instant('priced_at', none, ({ held }) => held.pricedAt),
  text('price_counts', none, ({ held }) => (held.isFresh ? 'yes' : 'no')),
  amount('value', none, ({ loan, held }) =>
    held.valueMinor === null ? null : plainAmount(held.valueMinor, loan.currency),
  ),
  amount('value_of_loan', none, ({ loan }) =>
    loan.valueMinor === null ? null : plainAmount(loan.valueMinor, loan.currency),
  ),
  number('loan_to_value_percent', none, ({ loan }) =>
    loan.ltvBps === null ? null : (loan.ltvBps / 100).toFixed(2),
  ),
  text('margin', none, ({ loan }) => loan.state),
];
