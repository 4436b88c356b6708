import type { Profile } from '@bursar/contracts/distribution/profile';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { photoAddress } from '../people/photo-address.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { PictureButtons } from '../../../ui/file/PictureButtons.tsx';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useChangePhoto, useRemovePhoto } from './profile.queries.ts';

/** The photo next to the user's name, saved at once. */
export function OwnPhoto({ profile }: { profile: Profile }) {
  const { t } = useTranslation(['profile', 'failures']);
  const hasPhoto = profile.photoChangedAt !== null;
  const changing = useChangePhoto();
  const removing = useRemovePhoto();
  const report = {
    onSuccess: () => notify.success(t('photo.saved')),
    onError: (cause: Error) => notify.error(failureSentence(cause)),
  };
  const take = async (file: File) => {
    const photo = await shrinkPhoto(file);
    if (photo) changing.mutate(photo, report);
    else notify.error(t('failures:photo_not_jpeg'));
  };
  return (
    <FormSection title={t('photo.title')} hint={t('photo.hint')}>
      <Row>
        <Avatar name={profile.name} photo={photoAddress(profile)} size="large" />
        <PictureButtons
          accept="image/*"
          fileLabel={t('photo.file')}
          label={t(hasPhoto ? 'photo.change' : 'photo.choose')}
          busy={changing.isPending}
          onPick={(file) => void take(file)}
          removal={
            hasPhoto
              ? {
                  label: t('photo.remove'),
                  busy: removing.isPending,
                  onRemove: () => removing.mutate(undefined, report),
                }
              : null
          }
        />
      </Row>
    </FormSection>
  );
}

const sidePx = 256;

/**
 * Crops a picture's middle to a small JPEG: phone photos are megabytes and contain their location.
 * Returns null if this browser cannot decode the picture.
 */
async function shrinkPhoto(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const { width, height } = picture;
  const side = Math.min(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const ink = canvas.getContext('2d');
  if (!ink) return null;
  // Transparent areas would turn black in a JPEG.
  ink.fillStyle = '#fff';
  ink.fillRect(0, 0, sidePx, sidePx);
  ink.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, 0, 0, sidePx, sidePx);
  picture.close();
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.86);
  });
}
