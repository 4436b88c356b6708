import type {
  ChangeAgentSkills,
  ChangeDistributionRules,
  DistributionRule,
  ReadDistributionRules,
} from '@bursar/contracts/distribution/distribution-rules';
import type { AnswerOf, FailureOf, InputOf } from '@bursar/contracts/endpoint';
import { auditCommand } from '../../../platform/audit.ts';
import type { CommandContext } from '../../../platform/command-context.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import { refuse, succeed, type Outcome } from '../../../platform/outcome.ts';
import type { Actor } from '../../../platform/session.ts';
import { listNamedTeams } from '../teams/teams.store.ts';
import {
  findSettings,
  listAgentSkills,
  listRules,
  lockRules,
  replaceRules,
  saveAgentSkills,
} from './distribution-rules.store.ts';

type Rules = AnswerOf<ReadDistributionRules>;

export async function readDistributionRules(
  sql: Queryable,
  { scope, portfolio }: Actor,
): Promise<Outcome<Rules, 'not_found'>> {
  if (scope.role !== 'user' || !portfolio) return refuse('not_found');
  const portfolioId = portfolio.id;
  const [rules, settings, agents, teams] = await Promise.all([
    listRules(sql, portfolioId),
    findSettings(sql, portfolioId),
    listAgentSkills(sql, portfolioId),
    listNamedTeams(sql, portfolioId),
  ]);
  return succeed({ currency: portfolio.currency, rules: [...rules], ...settings, agents, teams });
}

type Sent = {
  readonly rules: readonly DistributionRule[];
  readonly runsDaily: boolean;
  readonly version: number;
};

/** Replaces the rules of the caller's portfolio. */
export function changeDistributionRules(
  database: Database,
  { rules, runsDaily, version }: Sent,
  context: CommandContext,
): Promise<Outcome<Rules, FailureOf<ChangeDistributionRules>>> {
  const { session, now } = context;
  const { scope, portfolio } = session;
  return database.begin(
    async (transaction): Promise<Outcome<Rules, FailureOf<ChangeDistributionRules>>> => {
      if (scope.role !== 'user' || !portfolio) return refuse('not_found');
      const portfolioId = portfolio.id;
      const before = await lockRules(transaction, portfolioId);
      if (before.version !== version) return refuse('changed_since');
      const teams = await listNamedTeams(transaction, portfolioId);
      const unknown = rules.find(({ teamId }) => teamId && !teams.some(({ id }) => id === teamId));
      if (unknown) return refuse('team_not_found');
      const upsideDown = rules.findIndex(
        ({ minOutstandingMinor: min, maxOutstandingMinor: max }) =>
          min !== null && max !== null && min > max,
      );
      if (upsideDown >= 0) {
        return refuse('amounts_upside_down', { details: { rule: rules[upsideDown]?.name ?? '' } });
      }
      const former = await listRules(transaction, portfolioId);
      await replaceRules(transaction, {
        portfolioId,
        rules,
        runsDaily,
        by: session.account.id,
        now,
      });
      await auditCommand(transaction, context, {
        portfolioId,
        event: 'change-distribution-rules',
        subject: 'portfolio',
        subjectId: portfolioId,
        before: { rules: namesOf(former), runsDaily: String(before.runsDaily) },
        after: { rules: namesOf(rules), runsDaily: String(runsDaily) },
      });
      return readDistributionRules(transaction, session);
    },
  );
}

const namesOf = (rules: readonly DistributionRule[]): string =>
  rules.map(({ name }) => name).join(', ');

type Skills = InputOf<ChangeAgentSkills>['params'] & InputOf<ChangeAgentSkills>['body'];

export function changeAgentSkills(
  database: Database,
  { agentId, languages, skills }: Skills,
  context: CommandContext,
): Promise<Outcome<Rules, 'not_found'>> {
  const { session, now } = context;
  const { scope, portfolio } = session;
  return database.begin(async (transaction): Promise<Outcome<Rules, 'not_found'>> => {
    if (scope.role !== 'user' || !portfolio) return refuse('not_found');
    const portfolioId = portfolio.id;
    await lockRules(transaction, portfolioId);
    const agents = await listAgentSkills(transaction, portfolioId);
    const before = agents.find((agent) => agent.agentId === agentId);
    if (!before) return refuse('not_found');
    const after = { languages: [...new Set(languages)], skills: distinct(skills) };
    await saveAgentSkills(transaction, {
      portfolioId,
      agentId,
      ...after,
      by: session.account.id,
      now,
    });
    await auditCommand(transaction, context, {
      portfolioId,
      event: 'change-agent-skills',
      subject: 'account',
      subjectId: agentId,
      before: { languages: before.languages.join(', '), skills: before.skills.join(', ') },
      after: { languages: after.languages.join(', '), skills: after.skills.join(', ') },
    });
    return readDistributionRules(transaction, session);
  });
}

/** Trims the skills and removes empty and repeated ones, ignoring case. */
function distinct(skills: readonly string[]): string[] {
  const named = new Map(skills.map((skill) => [skill.trim().toLowerCase(), skill.trim()]));
  return [...named.values()].filter((skill) => skill !== '');
}
