import type { Profile } from '@bursar/contracts/profile';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/choose-language.ts';
import { useFormAttempt } from '../../lib/form-attempt.ts';
import { useRowDraft } from '../../lib/row-draft.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { profileQuery, useChangeProfile } from './profile.queries.ts';

type ProfileDraft = Pick<Profile, 'name' | 'language' | 'timeZone'> & { readonly phone: string };

/** One’s own account being changed. A language that is saved is read from then on. */
export function useProfileChange(profile: Profile) {
  const { t } = useTranslation(['profile', 'failures']);
  const format = useFormat();
  const saving = useChangeProfile();
  const latest = useQuery({ ...profileQuery, enabled: false });
  const editing = useRowDraft({ row: profile, draftOf, isSending: saving.isPending });
  const { draft, contested } = editing;
  const form = useFormAttempt({
    name: draft.name.trim() === '' ? t('failures:name_missing') : undefined,
  });
  const settle = (changed: Profile) => {
    editing.settle(changed);
    form.reset();
    notify.success(t('person.saved'));
    if (changed.language !== profile.language) void chooseLanguage(changed.language);
  };
  return {
    draft,
    change: (changes: Partial<ProfileDraft>) => {
      editing.change(changes);
      form.edited();
    },
    isUnsaved: editing.isUnsaved,
    form,
    /** The fields that an administrator or a manager has changed as well meanwhile. */
    notice:
      contested.length > 0
        ? t('person.contested', {
            fields: format.list(contested.map((field) => t(`field.${field}`))),
          })
        : undefined,
    isSaving: saving.isPending,
    save: () => {
      if (!form.begin()) return;
      const change = { ...draft, version: editing.version };
      saving.mutate(change, { onSuccess: settle, onError: form.refuse });
    },
    isLoading: latest.isFetching,
    loadLatest: () => {
      void latest.refetch().then(({ error }) => (error ? form.refuse(error) : form.reset()));
    },
  };
}

function draftOf({ name, phone, language, timeZone }: Profile): ProfileDraft {
  return { name, phone: phone ?? '', language, timeZone };
}
