import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import type { ContractForm, ContractFormOptions } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import {
  activeAgentsQuery,
  suspensionPreviewQuery,
  useChangeManyStaff,
  useReinstateStaff,
  useSuspendStaff,
} from './staff.queries.ts';
import type { BulkOutcome, ManyChanges, Suspension as Sent } from './staff.queries.ts';

type SuspensionOptions = {
  readonly account: StaffRow;
  readonly opened: boolean;
  readonly onDone: () => void;
};

/** The form of a suspension: where the loans go, and the submission. */
export function useSuspension({ account, opened, onDone }: SuspensionOptions) {
  const { t } = useTranslation('staff');
  const reinstating = useReinstateStaff(account.id);
  const undo = {
    label: t('ui:overlay.undo'),
    run: () =>
      void reinstating
        .mutateAsync()
        .catch((cause: unknown) => notify.error(failureSentence(cause))),
  };
  return useLoansQuestion([account], {
    opened,
    contract: () => import('@bursar/contracts/access/suspensions').then((it) => it.suspendStaff),
    body: (values): Sent => ({ id: batchOf(values, account.id), ...answerOf(values) }),
    mutation: useSuspendStaff(account.id),
    announce: ({ name, loansAwaitApproval }, { loans }) => {
      const message = t(loansAwaitApproval ? 'suspend.loansAwait' : 'suspend.done', { name });
      // Moved loans do not return with the account, so only a suspension that moved none can be
      // undone.
      if (loans === 'stay') notify.undo(message, undo);
      else notify.success(message);
    },
    onSent: onDone,
  });
}

type ManyOptions = {
  readonly people: readonly StaffRow[];
  readonly opened: boolean;
  readonly onDone: (outcome: BulkOutcome) => void;
};

/** The form to suspend several accounts at once. */
export function useSuspensionOfMany({ people, opened, onDone }: ManyOptions) {
  return useLoansQuestion(people, {
    opened,
    contract: () => import('@bursar/contracts/access/suspensions').then((it) => it.changeManyStaff),
    body: (values): ManyChanges => ({
      action: 'suspend',
      accounts: people.map(({ id }) => ({ accountId: id, batchId: batchOf(values, id) })),
      ...answerOf(values),
    }),
    mutation: useChangeManyStaff(),
    onSent: onDone,
  });
}

export type Suspension = Pick<
  ReturnType<typeof useSuspension>,
  'mayMove' | 'heirs' | 'needsApproval'
> & { readonly form: Pick<ContractForm<Values>, 'field' | 'change' | 'values'> };

type Values = {
  readonly loans: Sent['loans'];
  readonly toAgentId: string | null;
  /** The ids of the batches that move the loans, by account; repeated on every retry. */
  readonly batchIds: Readonly<Record<string, string>>;
};

function batchOf({ batchIds }: Values, accountId: string): string {
  return batchIds[accountId] ?? accountId;
}

function answerOf({ loans, toAgentId }: Values): Pick<Sent, 'loans' | 'toAgentId'> {
  return { loans, ...(loans === 'move' && toAgentId !== null && { toAgentId }) };
}

type Sending<Body, Answer> = Pick<
  ContractFormOptions<Values, Body, Answer>,
  'contract' | 'body' | 'mutation' | 'announce' | 'onSent'
> & { readonly opened: boolean };

/**
 * The form that asks where the loans of the suspended accounts go; its preview is refetched
 * whenever the dialog opens.
 */
function useLoansQuestion<Body, Answer>(
  leaving: readonly StaffRow[],
  sending: Sending<Body, Answer>,
) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const { opened } = sending;
  const form = useContractForm<Values, Body, Answer>({
    ...sending,
    empty: () => ({
      loans: 'stay',
      toAgentId: null,
      batchIds: Object.fromEntries(leaving.map(({ id }) => [id, uuidv7()])),
    }),
    rules: ({ loans, toAgentId }) => ({
      toAgentId: loans === 'move' && toAgentId === null ? t('suspend.targetMissing') : undefined,
    }),
  });
  const agents = useQuery({ ...activeAgentsQuery, enabled: opened });
  const preview = useQuery({
    ...suspensionPreviewQuery(leaving.map(({ id }) => id)),
    enabled: opened && leaving.some(({ role, loans }) => role === 'agent' && loans > 0),
  });
  const portfolios = new Set(leaving.map(({ portfolio }) => portfolio?.id));
  const heirs = agents.data?.filter(
    ({ id, team, portfolio }) =>
      team !== null && portfolios.has(portfolio?.id) && leaving.every((one) => one.id !== id),
  );
  return {
    form,
    /** True if the loans move and their move needs approval; the suspension itself needs none. */
    needsApproval: form.values.loans !== 'stay' && (preview.data?.needsApproval ?? false),
    /**
     * False if the accounts belong to several portfolios: loans cannot move to another portfolio.
     */
    mayMove: portfolios.size === 1,
    /** Agents who can take the loans, each with their team and their number of active loans. */
    heirs: heirs?.map(({ id, name, team, activeLoans: count }) => ({
      value: id,
      label: name,
      note: [team?.name, t('card.loans', { count, figure: format.count(count) })].join(' · '),
    })),
  };
}
