import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { useMakeHandover } from './desk.queries.ts';
import type { DeskAgent } from './desk.queries.ts';

type Options = {
  readonly agent: DeskAgent;
  readonly businessDate: string;
  readonly onClose: () => void;
};

/** What is typed; the id is made with the form and kept on every retry. */
type Draft = {
  readonly id: string;
  readonly standInIds: readonly string[];
  readonly fromOn: string | null;
  readonly untilOn: string | null;
  readonly reason: string;
};

/** A handover being made: what is typed, what is wrong with it, and sending it. */
export function useHandOver({ agent, businessDate, onClose }: Options) {
  const { t } = useTranslation('work');
  const format = useFormat();
  const empty = (): Draft => ({
    id: uuidv7(),
    standInIds: [],
    fromOn: businessDate,
    untilOn: null,
    reason: '',
  });
  const [draft, setDraft] = useState(empty);
  const { fromOn, untilOn } = draft;
  const attempt = useFormAttempt({
    standInIds: draft.standInIds.length === 0 ? t('handover.standInMissing') : undefined,
    fromOn: fromOn === null || fromOn < businessDate ? t('nextAction.dayMissing') : undefined,
    untilOn:
      untilOn === null || untilOn < (fromOn ?? businessDate)
        ? t('handover.untilMissing')
        : undefined,
  });
  const making = useMakeHandover();
  return {
    draft,
    attempt,
    change: (changes: Partial<Omit<Draft, 'id'>>) => {
      setDraft({ ...draft, ...changes });
      attempt.edited();
    },
    submit: () => {
      if (making.isPending || !attempt.begin() || fromOn === null || untilOn === null) return;
      making.mutate(
        {
          ...draft,
          standInIds: [...draft.standInIds],
          agentId: agent.id,
          fromOn,
          untilOn,
          reason: draft.reason.trim(),
        },
        {
          onSuccess: ({ handover }) => {
            const words = { name: agent.name, day: format.day(fromOn) };
            notify.success(
              t(handover ? `handover.made.${handover.state}` : 'handover.asked', words),
            );
            setDraft(empty());
            attempt.reset();
            onClose();
          },
          onError: attempt.refuse,
        },
      );
    },
    isSending: making.isPending,
  };
}
