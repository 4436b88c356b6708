import type { Profile } from '@bursar/contracts/profile';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/choose-language.ts';
import { useRowChange } from '../../lib/row-change.ts';
import { notify } from '../../ui/overlay/notify.ts';
import { profileQuery, useChangeProfile } from './profile.queries.ts';

type ProfileDraft = Pick<Profile, 'name' | 'language' | 'timeZone'> & { readonly phone: string };

/** One’s own account being changed. A language that is saved is read from then on. */
export function useProfileChange(profile: Profile) {
  const { t } = useTranslation(['profile', 'failures']);
  const editing = useRowChange({
    name: 'profile',
    row: profile,
    draftOf,
    problemsOf: ({ name }) => ({
      name: name.trim() === '' ? t('failures:name_missing') : undefined,
    }),
    saving: useChangeProfile(),
    latest: useQuery({ ...profileQuery, enabled: false }),
    onSaved: ({ language }, before) => {
      notify.success(t('person.saved'));
      if (language !== before.language) void chooseLanguage(language);
    },
  });
  return { ...editing, contested: editing.contested.map((field) => t(`field.${field}`)) };
}

function draftOf({ name, phone, language, timeZone }: Profile): ProfileDraft {
  return { name, phone: phone ?? '', language, timeZone };
}
