import {
  changeAgentSkills as changeSkillsContract,
  changeDistributionRules as changeContract,
  previewDistribution as previewContract,
  readDistributionRules as readContract,
  runDistributionRules as runContract,
} from '@bursar/contracts/distribution/distribution-rules';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import {
  changeAgentSkills,
  changeDistributionRules,
  readDistributionRules,
} from './change-distribution-rules.ts';
import { previewDistribution, runDistributionRules } from './run-distribution-rules.ts';

export function bindDistributionRuleRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readContract, ({ session }) => readDistributionRules(database, session));

  bindEndpoint(platform, changeContract, ({ body, context }) =>
    changeDistributionRules(database, body, context),
  );

  bindEndpoint(platform, changeSkillsContract, ({ params, body, context }) =>
    changeAgentSkills(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, previewContract, ({ session }) => previewDistribution(database, session));

  bindEndpoint(platform, runContract, ({ body, context }) =>
    runDistributionRules.run(database, body, context),
  );
}
