import type { DistributionRule } from '@bursar/contracts/distribution/distribution-rules';
import { expect, it } from 'vitest';
import { planByRules, type LoanToDistribute, type Receiver } from './plan-by-rules.ts';

const rule: DistributionRule = {
  name: 'All',
  buckets: [],
  minOutstandingMinor: null,
  maxOutstandingMinor: null,
  language: null,
  teamId: null,
  skill: null,
  speaksLanguage: false,
  keepsAgent: true,
  takesHeld: false,
};

const loanOf = (loanId: string, wishes: Partial<LoanToDistribute> = {}): LoanToDistribute => ({
  loanId,
  borrowerId: `borrower of ${loanId}`,
  isPicked: true,
  isActive: true,
  outstandingMinor: 1_000,
  teamId: null,
  agentId: null,
  bucket: 'current',
  language: 'en',
  ...wishes,
});

const agentOf = (id: string, wishes: Partial<Receiver> = {}): Receiver => ({
  id,
  teamId: 'north',
  languages: ['en'],
  skills: [],
  load: { loans: 0, outstandingMinor: 0 },
  ...wishes,
});

const plan = (
  loans: LoanToDistribute[],
  rules: Partial<DistributionRule>[],
  receivers: Receiver[],
  agentOfBorrower = new Map<string, string>(),
) => {
  const planned = planByRules(loans, {
    rules: rules.map((one) => ({ ...rule, ...one })),
    receivers,
    agentOfBorrower,
  });
  return { ...planned, agentOf: Object.fromEntries(planned.agentOf) };
};

it('the first rule that matches decides, also if no agent can receive the loan', () => {
  const loans = [
    loanOf('late', { bucket: '31-60' }),
    loanOf('large', { outstandingMinor: 5_000 }),
    loanOf('small'),
  ];
  const rules = [
    { buckets: ['31-60' as const], skill: 'legal' },
    { minOutstandingMinor: 5_000, skill: 'Field' },
    { maxOutstandingMinor: 1_000, teamId: 'south' },
  ];
  const agents = [agentOf('ann', { skills: ['field'] }), agentOf('bo', { teamId: 'south' })];
  expect(plan(loans, rules, agents)).toEqual({
    agentOf: { large: 'ann', small: 'bo' },
    moved: [0, 1, 1],
    withoutReceiver: 1,
  });
});

it('the least loaded agent receives the next loan; a borrower’s loans stay together', () => {
  const loans = [
    loanOf('a', { borrowerId: 'x' }),
    loanOf('b', { borrowerId: 'x' }),
    loanOf('c'),
    loanOf('d'),
  ];
  const agents = [agentOf('ann', { load: { loans: 4, outstandingMinor: 4_000 } }), agentOf('bo')];
  expect(plan(loans, [{}], agents).agentOf).toEqual({ a: 'bo', b: 'bo', c: 'bo', d: 'bo' });
});

it('a loan goes to the agent of its borrower, unless the rule does not say so', () => {
  const agents = [agentOf('ann', { load: { loans: 9, outstandingMinor: 9_000 } }), agentOf('bo')];
  const held = new Map([['borrower of a', 'ann']]);
  expect(plan([loanOf('a')], [{}], agents, held).agentOf).toEqual({ a: 'ann' });
  expect(plan([loanOf('a')], [{ keepsAgent: false }], agents, held).agentOf).toEqual({ a: 'bo' });
});

it('a held loan moves only if the rule says so', () => {
  const held = loanOf('held', { teamId: 'south', agentId: 'bo' });
  const desk = loanOf('desk', { teamId: 'south' });
  const ann = agentOf('ann');
  expect(plan([held, desk], [{}], [ann])).toMatchObject({ agentOf: {}, withoutReceiver: 1 });
  expect(plan([held, desk], [{ teamId: 'north' }], [ann])).toMatchObject({
    agentOf: {},
    withoutReceiver: 0,
  });
  expect(plan([held, desk], [{ takesHeld: true }], [ann]).agentOf).toEqual({
    held: 'ann',
    desk: 'ann',
  });
});

it('an agent who speaks the borrower’s language receives the loan; an unknown one is not guessed', () => {
  const loans = [loanOf('arabic', { language: 'ae' }), loanOf('unknown', { language: null })];
  const agents = [agentOf('ann'), agentOf('bo', { languages: ['ae'] })];
  expect(plan(loans, [{ speaksLanguage: true }], agents).agentOf).toEqual({ arabic: 'bo' });
  expect(plan(loans, [{ language: 'en' }], agents).agentOf).toEqual({});
});
