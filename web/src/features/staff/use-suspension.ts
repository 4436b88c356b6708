import type { StaffRow } from '@bursar/contracts/staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useSession } from '../../lib/session.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { activeAgentsQuery, useSuspendStaff } from './staff.queries.ts';
import type { Suspension as Sent } from './staff.queries.ts';

type SuspensionOptions = {
  readonly account: StaffRow;
  readonly opened: boolean;
  readonly onDone: () => void;
};

type Draft = {
  /** The id of the batch that moves the loans, made as the dialog opens and kept on every retry. */
  readonly id: string;
  readonly loans: Sent['loans'];
  readonly toAgentId: string | null;
};

/** A suspension being prepared: where the loans go, and doing it once. */
export function useSuspension({ account, opened, onDone }: SuspensionOptions) {
  const { t } = useTranslation('staff');
  const format = useFormat();
  const reader = useSession()?.role;
  const [wasOpened, setWasOpened] = useState(opened);
  const [draft, setDraft] = useState(emptyDraft);
  const isTargetMissing = draft.loans === 'move' && draft.toAgentId === null;
  const form = useFormAttempt({
    toAgentId: isTargetMissing ? t('suspend.targetMissing') : undefined,
  });
  const suspending = useSuspendStaff(account.id);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) {
      setDraft(emptyDraft());
      form.reset();
    }
  }
  // An administrator moves no loans to people: that is for those who run the portfolio.
  const mayMove = reader === 'user' || reader === 'team';
  const agents = useQuery({ ...activeAgentsQuery, enabled: opened && mayMove });
  const heirs = agents.data?.filter(({ id, team }) => id !== account.id && team !== null);
  return {
    loans: draft.loans,
    toAgentId: draft.toAgentId,
    change: (changes: Partial<Omit<Draft, 'id'>>) => {
      setDraft((now) => ({ ...now, ...changes }));
      form.edited();
    },
    mayMove,
    /** Whom the loans can go to, with what each already holds. */
    heirs: heirs?.map(({ id, name, team, loans }) => ({
      value: id,
      label: name,
      note: [team?.name, t('card.loans', { count: loans, figure: format.count(loans) })].join(
        ' · ',
      ),
    })),
    fieldProps: form.fieldProps,
    failure: form.failure,
    isSending: suspending.isPending,
    submit: () => {
      if (suspending.isPending || !form.begin()) return;
      const { id, loans, toAgentId } = draft;
      suspending.mutate(
        { id, loans, ...(loans === 'move' && toAgentId !== null && { toAgentId }) },
        {
          onSuccess: ({ name }) => {
            notify.success(t('suspend.done', { name }));
            onDone();
          },
          onError: form.refuse,
        },
      );
    },
  };
}

export type Suspension = ReturnType<typeof useSuspension>;

function emptyDraft(): Draft {
  return { id: uuidv7(), loans: 'stay', toAgentId: null };
}
