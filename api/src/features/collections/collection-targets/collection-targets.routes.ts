import {
  listCollectionTargets,
  setCollectionTargets as setContract,
} from '@bursar/contracts/collections/collection-targets';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { readCollectionTargets, setCollectionTargets } from './set-collection-targets.ts';

export function bindCollectionTargetRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listCollectionTargets, ({ params, session }) =>
    readCollectionTargets(database, params, session),
  );

  bindEndpoint(platform, setContract, ({ params, body, context }) =>
    setCollectionTargets(database, { ...params, ...body }, context),
  );
}
