import {
  changeSecurityRules as changeContract,
  readSecurityRules as readContract,
} from '@bursar/contracts/access/security-rules';
import { addressOf } from '../../../platform/call-rate.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { ownAccountOf } from '../accounts/own-account.ts';
import { changeSecurityRules, readSecurityRules } from './change-security-rules.ts';

export function bindSecurityRuleRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readContract, ({ session: { scope }, request }) =>
    readSecurityRules(database, { scope, address: addressOf(request) }),
  );

  bindEndpoint(platform, changeContract, (call) =>
    changeSecurityRules(database, call.body, ownAccountOf(call)),
  );
}
