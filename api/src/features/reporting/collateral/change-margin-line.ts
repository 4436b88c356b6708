import type { ChangeMarginLine, CreateAsset } from '@bursar/contracts/reporting/collateral';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { PortfolioContext } from '../../../platform/command-context.ts';
import type { Database } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import { transactionOrConflict } from '../../../platform/unique-violation.ts';
import { findAsset, insertAsset, saveMarginLine } from './collateral.store.ts';

type Changed = Outcome<AnswerOf<ChangeMarginLine>, FailureOf<ChangeMarginLine>>;

/** Changes the portfolio's margin thresholds; the second of two concurrent changes is refused. */
export async function changeMarginLine(
  database: Database,
  line: InputOf<ChangeMarginLine>['body'],
  context: PortfolioContext,
): Promise<Changed> {
  const { portfolio, session, now } = context;
  const { version, ...after } = line;
  if (line.warningBps >= line.callBps) return refuse('call_below_warning', { field: 'callBps' });
  return database.begin(async (transaction): Promise<Changed> => {
    const isSaved = await saveMarginLine(transaction, {
      ...line,
      portfolioId: portfolio.id,
      madeBy: session.account.id,
      madeAt: now.toISOString(),
    });
    if (!isSaved) return refuse('changed_since');
    await auditCommand(transaction, context, {
      portfolioId: portfolio.id,
      event: 'change-margin-line',
      subject: 'digital-asset',
      subjectId: portfolio.id,
      forColleagues: true,
      after,
    });
    return succeed({ ...after, version: version + 1 });
  });
}

type Created = Outcome<AnswerOf<CreateAsset>, FailureOf<CreateAsset>>;

const symbolConflict = {
  digital_assets_symbol_once: refuse('symbol_already_used', { field: 'symbol' }),
};

export async function createAsset(
  database: Database,
  command: InputOf<CreateAsset>['body'],
  context: PortfolioContext,
): Promise<Created> {
  const { portfolio, session, now } = context;
  const asset = { ...command, name: command.name.trim() };
  if (asset.name === '') return refuse('name_missing', { field: 'name' });
  const made = { portfolioId: portfolio.id, madeBy: session.account.id, madeAt: now.toISOString() };
  return transactionOrConflict(database, symbolConflict, async (transaction): Promise<Created> => {
    if (!(await insertAsset(transaction, { ...asset, ...made }))) {
      const earlier = await findAsset(transaction, { ...made, id: asset.id });
      const isSame =
        earlier?.symbol === asset.symbol &&
        earlier.name === asset.name &&
        earlier.decimals === asset.decimals;
      return isSame
        ? succeed({ id: asset.id, replayed: true })
        : refuse('id_reused_with_different_content');
    }
    await auditCommand(transaction, context, {
      portfolioId: portfolio.id,
      event: 'create-asset',
      subject: 'digital-asset',
      subjectId: asset.id,
      forColleagues: true,
      after: { symbol: asset.symbol, name: asset.name, decimals: asset.decimals },
    });
    return succeed({ id: asset.id, replayed: false });
  });
}
