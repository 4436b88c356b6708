import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { arrearsBucket } from '../servicing/loans.ts';
import { amountMinor, currency, nameTitle, namedRef, uuid, version } from '../values.ts';

const skill = nameTitle.max(60);

/** A rule for loans and the agents who receive them. The first one that matches a loan decides. */
const distributionRule = z.object({
  name: nameTitle.max(120),
  /** Arrears buckets of the loans; empty for all. */
  buckets: z.array(arrearsBucket).max(10),
  minOutstandingMinor: z.int().min(0).nullable(),
  maxOutstandingMinor: z.int().min(0).nullable(),
  /** The borrower's language; null for all. */
  language: z.enum(languages).nullable(),
  /** The team whose agents receive the loans; null for all teams. */
  teamId: uuid.nullable(),
  /** Only agents with this skill receive the loans; null for all. */
  skill: skill.nullable(),
  /** Only agents who speak the borrower's language receive the loan. */
  speaksLanguage: z.boolean(),
  /**
   * A loan goes to the agent who has the most active loans of its borrower, if that agent can
   * receive it.
   */
  keepsAgent: z.boolean(),
  /** Also moves loans that an agent, or the desk of another team, already holds. */
  takesHeld: z.boolean(),
});
export type DistributionRule = z.infer<typeof distributionRule>;

const agentSkills = z.object({
  agentId: uuid,
  name: z.string(),
  teamId: uuid.nullable(),
  languages: z.array(z.enum(languages)),
  skills: z.array(z.string()),
});

const distribution = z.object({
  currency,
  rules: z.array(distributionRule),
  /** Whether the rules run once a day, after the previous day was closed. */
  runsDaily: z.boolean(),
  version,
  teams: z.array(namedRef),
  agents: z.array(agentSkills),
});

export const readDistributionRules = endpoint({
  key: 'GET /api/distribution-rules',
  summary: 'Get the rules that distribute loans, and the languages and skills of the agents.',
  access: 'manage-distribution-rules',
  answer: distribution,
  failures: ['not_found'],
});
export type ReadDistributionRules = typeof readDistributionRules;

export const changeDistributionRules = endpoint({
  key: 'PUT /api/distribution-rules',
  summary: 'Replace the rules, in their order. Fails if they changed since they were read.',
  access: 'manage-distribution-rules',
  body: z.object({
    rules: z.array(distributionRule).max(50),
    runsDaily: z.boolean(),
    version,
  }),
  answer: distribution,
  failures: ['not_found', 'changed_since', 'team_not_found', 'amounts_upside_down'],
});
export type ChangeDistributionRules = typeof changeDistributionRules;

export const changeAgentSkills = endpoint({
  key: 'PUT /api/distribution-rules/agents/:agentId',
  summary: 'Set the languages that an agent speaks and the agent’s skills.',
  access: 'manage-distribution-rules',
  params: z.object({ agentId: uuid }),
  body: z.object({
    languages: z.array(z.enum(languages)).max(languages.length),
    skills: z.array(skill).max(20),
  }),
  answer: distribution,
  failures: ['not_found'],
});
export type ChangeAgentSkills = typeof changeAgentSkills;

export const previewDistribution = endpoint({
  key: 'POST /api/distribution-rules/preview',
  summary: 'Preview which agents would receive loans if the rules ran now.',
  access: 'manage-distribution-rules',
  body: z.object({}),
  answer: z.object({
    count: z.int(),
    outstandingMinor: amountMinor,
    currency,
    version,
    /**
     * A fingerprint of the loans and their holders; the run sends it back, so that the server
     * detects changes since the preview.
     */
    seen: z.string(),
    /** Whether a second person must approve the run first. */
    needsApproval: z.boolean(),
    /** Number of loans that match a rule but that no agent can receive. */
    withoutReceiver: z.int(),
    rules: z.array(z.object({ name: z.string(), receives: z.int() })),
    targets: z.array(
      namedRef.extend({ receives: z.int(), loansBefore: z.int(), loansAfter: z.int() }),
    ),
  }),
  failures: ['not_found'],
});
export type PreviewDistribution = typeof previewDistribution;

export const runDistributionRules = endpoint({
  key: 'POST /api/distribution-rules/run',
  summary: 'Assign loans by the rules, as one batch that can be undone.',
  access: 'manage-distribution-rules',
  body: z.object({
    /** The batch’s id, which the client creates and repeats on every retry. */
    id: uuid,
    version,
    /** The `seen` value of the preview. If loans moved since, the call is refused. */
    seen: z.string().max(100),
  }),
  answer: z.object({
    outcome: z.enum(['assigned', 'awaiting-approval']),
    batchId: uuid,
    count: z.int(),
    replayed: z.boolean(),
  }),
  failures: [
    'not_found',
    'id_reused_with_different_content',
    'request_already_decided',
    'changed_since',
    'nothing_selected',
    'selection_changed',
    'request_already_waiting',
  ],
});
export type RunDistributionRules = typeof runDistributionRules;
