import type { Profile } from '@bursar/contracts/profile';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { photoAddress } from '../../lib/photo-address.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { FormSection } from '../../ui/form/PageForm.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import { useChangePhoto, useRemovePhoto } from './profile.queries.ts';
import classes from './Profile.module.css';
import { shrinkPhoto } from './shrink-photo.ts';

/** The photo beside one’s name, changed at once. */
export function OwnPhoto({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['profile', 'failures']);
  const input = useRef<HTMLInputElement>(null);
  const changing = useChangePhoto();
  const removing = useRemovePhoto();
  const report = {
    onSuccess: () => notify.success(t('photo.saved')),
    onError: (cause: Error) => notify.error(failureSentence(cause)),
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const photo = await shrinkPhoto(file);
    if (photo) changing.mutate(photo, report);
    else notify.error(t('failures:photo_not_jpeg'));
  };
  return (
    <FormSection title={t('photo.title')} hint={t('photo.hint')}>
      <div className={classes.photo}>
        <Avatar name={profile.name} photo={photoAddress(profile)} size="large" />
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={t('photo.file')}
          tabIndex={-1}
          hidden
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            // So that the same file can be chosen again.
            event.currentTarget.value = '';
          }}
        />
        <Button onClick={() => input.current?.click()} busy={changing.isPending}>
          {t(profile.photoChangedAt === null ? 'photo.choose' : 'photo.change')}
        </Button>
        {profile.photoChangedAt !== null && (
          <Button
            kind="quiet"
            onClick={() => removing.mutate(undefined, report)}
            busy={removing.isPending}
          >
            {t('photo.remove')}
          </Button>
        )}
      </div>
    </FormSection>
  );
}
