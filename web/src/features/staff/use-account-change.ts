import type { StaffRow } from '@bursar/contracts/staff';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useRowDraft } from '../../lib/row-draft.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { useUnreadable } from '../../ui/form/use-unreadable.ts';
import { notify } from '../../ui/overlay/notify.ts';
import { findPersonProblems, personDraftOf } from './person-draft.ts';
import type { PersonDraft } from './person-draft.ts';
import { accountQuery, useChangeStaff } from './staff.queries.ts';

/** An account being changed: what is typed, what somebody else changed meanwhile, and saving it. */
export function useAccountChange(account: StaffRow) {
  const { t } = useTranslation(['staff', 'failures']);
  const format = useFormat();
  const unreadable = useUnreadable();
  const saving = useChangeStaff(account.id);
  const latest = useQuery({ ...accountQuery(account.id), enabled: false });
  const editing = useRowDraft({
    row: account,
    draftOf: personDraftOf,
    isSending: saving.isPending,
  });
  const { draft, contested } = editing;
  const form = useFormAttempt(findPersonProblems(draft, { t, unreadable }));
  return {
    draft,
    change: (changes: Partial<PersonDraft>) => {
      editing.change(changes);
      form.edited();
    },
    isUnsaved: editing.isUnsaved,
    form,
    unreadable,
    /** The fields that somebody else has changed as well since they were typed over. */
    notice:
      contested.length > 0
        ? t('edit.contested', {
            fields: format.list(contested.map((field) => t(fieldWords[field]))),
          })
        : undefined,
    isSaving: saving.isPending,
    save: () => {
      if (!form.begin()) return;
      saving.mutate(
        { ...draft, version: editing.version },
        {
          onSuccess: (changed) => {
            editing.settle(changed);
            form.reset();
            notify.success(t('edit.saved', { name: changed.name }));
          },
          onError: form.refuse,
        },
      );
    },
    isLoading: latest.isFetching,
    loadLatest: () => {
      void latest.refetch().then(({ error }) => (error ? form.refuse(error) : form.reset()));
    },
  };
}

const fieldWords = {
  name: 'field.name',
  email: 'field.email',
  phone: 'field.phone',
  language: 'field.language',
  timeZone: 'field.timeZone',
  commissionRatePercent: 'field.commission',
  monthlyTargetMinor: 'field.target',
  teamId: 'field.team',
} as const satisfies Record<keyof PersonDraft, string>;
