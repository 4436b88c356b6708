import type { StaffRow } from '@bursar/contracts/staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import {
  activeAgentsQuery,
  suspensionPreviewQuery,
  useChangeManyStaff,
  useSuspendStaff,
} from './staff.queries.ts';
import type { BulkOutcome, Suspension as Sent } from './staff.queries.ts';

type SuspensionOptions = {
  readonly account: StaffRow;
  readonly opened: boolean;
  readonly onDone: () => void;
};

/** A suspension being prepared: where the loans go, and doing it once. */
export function useSuspension({ account, opened, onDone }: SuspensionOptions) {
  const { t } = useTranslation('staff');
  const suspending = useSuspendStaff(account.id);
  const question = useLoansQuestion([account], opened);
  const { id, loans, toAgentId, form } = question;
  return {
    ...question,
    isSending: suspending.isPending,
    submit: () => {
      if (suspending.isPending || !form.begin()) return;
      suspending.mutate(
        { id, loans, ...(loans === 'move' && toAgentId !== null && { toAgentId }) },
        {
          onSuccess: ({ name, loansAwaitApproval }) => {
            notify.success(t(loansAwaitApproval ? 'suspend.loansAwait' : 'suspend.done', { name }));
            onDone();
          },
          onError: form.refuse,
        },
      );
    },
  };
}

type ManyOptions = {
  readonly people: readonly StaffRow[];
  readonly opened: boolean;
  readonly onDone: (outcome: BulkOutcome) => void;
};

/** The same for several at once. */
export function useSuspensionOfMany({ people, opened, onDone }: ManyOptions) {
  const suspending = useChangeManyStaff();
  const question = useLoansQuestion(people, opened);
  const { batchIdOf, loans, toAgentId, form } = question;
  return {
    ...question,
    isSending: suspending.isPending,
    submit: () => {
      if (suspending.isPending || !form.begin()) return;
      suspending.mutate(
        {
          action: 'suspend',
          accounts: people.map(({ id }) => ({ accountId: id, batchId: batchIdOf(id) })),
          loans,
          ...(loans === 'move' && toAgentId !== null && { toAgentId }),
        },
        { onSuccess: onDone, onError: form.refuse },
      );
    },
  };
}

export type Suspension = Pick<
  ReturnType<typeof useLoansQuestion>,
  'loans' | 'toAgentId' | 'change' | 'mayMove' | 'heirs' | 'fieldProps' | 'needsApproval'
>;

type Draft = {
  readonly loans: Sent['loans'];
  readonly toAgentId: string | null;
};

/** What becomes of the loans of those who leave: asked anew whenever the dialog opens. */
function useLoansQuestion(leaving: readonly StaffRow[], opened: boolean) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const [wasOpened, setWasOpened] = useState(opened);
  const [draft, setDraft] = useState(emptyDraft);
  // The ids of the batches that move the loans, made as the dialog opens and kept on every retry.
  const [batches, setBatches] = useState(() => new Map<string, string>());
  const isTargetMissing = draft.loans === 'move' && draft.toAgentId === null;
  const form = useFormAttempt({
    toAgentId: isTargetMissing ? t('suspend.targetMissing') : undefined,
  });
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      setDraft(emptyDraft);
      setBatches(new Map(leaving.map(({ id }) => [id, uuidv7()])));
      form.reset();
    }
  }
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
  const batchIdOf = (accountId: string) => batches.get(accountId) ?? accountId;
  return {
    id: batchIdOf(leaving[0]?.id ?? ''),
    batchIdOf,
    loans: draft.loans,
    toAgentId: draft.toAgentId,
    change: (changes: Partial<Draft>) => {
      setDraft((now) => ({ ...now, ...changes }));
      form.edited();
    },
    /** Only where the loans move; the suspension itself waits for nobody. */
    needsApproval: draft.loans !== 'stay' && (preview.data?.needsApproval ?? false),
    /** Loans go to nobody of another portfolio. */
    mayMove: portfolios.size === 1,
    /** Whom the loans can go to, with what each already holds. */
    heirs: heirs?.map(({ id, name, team, activeLoans: count }) => ({
      value: id,
      label: name,
      note: [team?.name, t('card.loans', { count, figure: format.count(count) })].join(' · '),
    })),
    form,
    fieldProps: form.fieldProps,
    failure: form.failure,
  };
}

const emptyDraft: Draft = { loans: 'stay', toAgentId: null };
