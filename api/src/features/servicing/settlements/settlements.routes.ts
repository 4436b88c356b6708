import { requestSettlement as contract } from '@bursar/contracts/servicing/settlements';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { requestSettlement } from './agree-settlement.ts';

export function bindSettlementRoutes(platform: Platform): void {
  bindEndpoint(platform, contract, ({ params, body, context }) =>
    requestSettlement.run(platform.database, { ...params, ...body }, context),
  );
}
