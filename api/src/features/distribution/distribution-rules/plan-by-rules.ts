import type { DistributionRule } from '@bursar/contracts/distribution/distribution-rules';
import type { Language } from '@bursar/contracts/languages';
import { spreadLoans, type Load } from '../assignments/spread-loans.ts';
import type { SelectedLoan } from '../assignments/selected-loans.store.ts';

export type LoanToDistribute = SelectedLoan & {
  readonly bucket: DistributionRule['buckets'][number];
  /** The borrower's language, if it is known. */
  readonly language: Language | null;
};

export type Receiver = {
  readonly id: string;
  readonly teamId: string;
  readonly languages: readonly Language[];
  readonly skills: readonly string[];
  readonly load: Load;
};

type Facts = {
  readonly rules: readonly DistributionRule[];
  readonly receivers: readonly Receiver[];
  /** The agent who holds the most of a borrower's active loans, by borrower. */
  readonly agentOfBorrower: ReadonlyMap<string, string>;
};

export type DistributionPlan = {
  /** The agent of each loan that moves. */
  readonly agentOf: ReadonlyMap<string, string>;
  /** The number of loans that each rule moves, in the order of the rules. */
  readonly moved: readonly number[];
  readonly withoutReceiver: number;
};

/**
 * Plans which agent receives which loan. The first rule that matches a loan decides; a loan that
 * no agent can receive stays. The result does not depend on the order of the loans.
 */
export function planByRules(loans: readonly LoanToDistribute[], facts: Facts): DistributionPlan {
  const { rules, receivers } = facts;
  const loads = new Map(receivers.map(({ id, load }) => [id, load]));
  const agentOf = new Map<string, string>();
  const groups = rules.map((): LoanToDistribute[] => []);
  for (const loan of loans) {
    const found = rules.findIndex((rule) => matches(rule, loan));
    groups[found]?.push(loan);
  }
  let withoutReceiver = 0;
  const moved = rules.map((rule, index) => {
    const before = agentOf.size;
    for (const group of byReceivers(rule, groups[index] ?? [], receivers)) {
      if (group.receivers.length === 0) withoutReceiver += group.loans.length;
      else distribute(rule, { ...group, loads, agentOf, facts });
    }
    return agentOf.size - before;
  });
  return { agentOf, moved, withoutReceiver };
}

function matches(rule: DistributionRule, loan: LoanToDistribute): boolean {
  const { buckets, minOutstandingMinor: min, maxOutstandingMinor: max, language } = rule;
  return (
    loan.isActive &&
    (loan.agentId === null || rule.takesHeld) &&
    (loan.teamId === null || rule.takesHeld || !rule.teamId || rule.teamId === loan.teamId) &&
    (buckets.length === 0 || buckets.includes(loan.bucket)) &&
    (min === null || loan.outstandingMinor >= min) &&
    (max === null || loan.outstandingMinor <= max) &&
    (language === null || loan.language === language) &&
    // An unknown language is not guessed: a later rule decides.
    (!rule.speaksLanguage || loan.language !== null)
  );
}

type Group = { readonly loans: LoanToDistribute[]; readonly receivers: readonly Receiver[] };

/** Groups the loans of a rule by the agents who can receive them. */
function byReceivers(
  rule: DistributionRule,
  loans: readonly LoanToDistribute[],
  receivers: readonly Receiver[],
): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const loan of loans) {
    // Unless the rule takes held loans, a loan on a team's desk stays in its team.
    const teamId = rule.takesHeld ? rule.teamId : (loan.teamId ?? rule.teamId);
    const language = rule.speaksLanguage ? loan.language : null;
    const key = `${teamId} ${language}`;
    const group = groups.get(key);
    if (group) group.loans.push(loan);
    else {
      const able = receivers.filter(
        (agent) =>
          (teamId === null || agent.teamId === teamId) &&
          (language === null || agent.languages.includes(language)) &&
          (rule.skill === null || hasSkill(agent, rule.skill)),
      );
      groups.set(key, { loans: [loan], receivers: able });
    }
  }
  return [...groups.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, it]) => it);
}

const hasSkill = ({ skills }: Receiver, skill: string): boolean =>
  skills.some((one) => one.toLowerCase() === skill.toLowerCase());

type Distributing = Group & {
  readonly loads: Map<string, Load>;
  readonly agentOf: Map<string, string>;
  readonly facts: Facts;
};

/**
 * Gives each loan to the borrower's agent if the rule says so and that agent can receive it, and
 * the other loans to the least loaded agents.
 */
function distribute(
  rule: DistributionRule,
  { loans, receivers, loads, agentOf, facts }: Distributing,
): void {
  const ids = receivers.map(({ id }) => id);
  const keeper = ({ borrowerId }: LoanToDistribute) => {
    const agentId = rule.keepsAgent ? facts.agentOfBorrower.get(borrowerId) : undefined;
    return agentId !== undefined && ids.includes(agentId) ? agentId : null;
  };
  for (const loan of loans) {
    const agentId = keeper(loan);
    if (agentId !== null) give(loan, agentId, { loads, agentOf });
  }
  const others = loans.filter((loan) => keeper(loan) === null);
  for (const loan of others) addLoad(loads, loan.agentId, { loan, sign: -1 });
  const places = spreadLoans(
    others.map((loan) => {
      const place = ids.indexOf(loan.agentId ?? '');
      return { ...loan, heldAt: place < 0 ? null : place };
    }),
    {
      loads: ids.map((id) => loads.get(id) ?? nothing),
      by: 'least-loaded',
      borrowersTogether: true,
    },
  );
  for (const loan of others) addLoad(loads, loan.agentId, { loan, sign: 1 });
  for (const loan of others) {
    const agentId = ids[places.get(loan.loanId) ?? 0];
    if (agentId !== undefined) give(loan, agentId, { loads, agentOf });
  }
}

const nothing: Load = { loans: 0, outstandingMinor: 0 };

type Books = { readonly loads: Map<string, Load>; readonly agentOf: Map<string, string> };

function give(loan: LoanToDistribute, agentId: string, { loads, agentOf }: Books): void {
  if (loan.agentId === agentId) return;
  agentOf.set(loan.loanId, agentId);
  addLoad(loads, loan.agentId, { loan, sign: -1 });
  addLoad(loads, agentId, { loan, sign: 1 });
}

function addLoad(
  loads: Map<string, Load>,
  agentId: string | null,
  { loan, sign }: { loan: LoanToDistribute; sign: 1 | -1 },
): void {
  const load = agentId === null ? undefined : loads.get(agentId);
  if (agentId === null || !load) return;
  loads.set(agentId, {
    loans: load.loans + sign,
    outstandingMinor: load.outstandingMinor + sign * loan.outstandingMinor,
  });
}
