import { logoSize } from '@bursar/contracts/control/company-logo.values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { PictureButtons } from '../../../ui/file/PictureButtons.tsx';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import classes from './CompanyLogo.module.css';
import { useChangeLogo, useRemoveLogo } from './settings.queries.ts';

/** The logo of the company, saved at once. */
export function CompanyLogo() {
  const { t } = useTranslation('settings-page');
  const [version, setVersion] = useState(0);
  // Without a logo, the server answers with a picture that is one pixel wide.
  const [hasLogo, setHasLogo] = useState(false);
  const changing = useChangeLogo();
  const removing = useRemoveLogo();
  const report = (done: string) => ({
    onSuccess: () => {
      notify.success(done);
      setVersion(version + 1);
    },
    onError: (cause: Error) => notify.error(failureSentence(cause)),
  });
  const take = async (file: File) => {
    const logo = await shrinkLogo(file);
    if (logo) changing.mutate(logo, report(t('logo.saved')));
    else notify.error(t('logo.unreadable'));
  };
  return (
    <FormSection title={t('logo.title')} hint={t('logo.hint')}>
      <Box className={classes.frame} hidden={!hasLogo}>
        <img
          className={classes.logo}
          src={`/api/company/logo?shown=${version}`}
          alt={t('logo.alt')}
          onLoad={(event) => setHasLogo(event.currentTarget.naturalWidth > 1)}
        />
      </Box>
      <Row>
        <PictureButtons
          accept="image/png,image/jpeg"
          fileLabel={t('logo.file')}
          label={t(hasLogo ? 'logo.change' : 'logo.choose')}
          busy={changing.isPending}
          onPick={(file) => void take(file)}
          removal={
            hasLogo
              ? {
                  label: t('logo.remove'),
                  busy: removing.isPending,
                  onRemove: () => removing.mutate(undefined, report(t('logo.removed'))),
                }
              : null
          }
        />
      </Row>
    </FormSection>
  );
}

/**
 * Redraws a picture as a small PNG, because PDFs need a PNG, and the chosen file may be large or
 * contain more than the picture, such as metadata. Returns null if this browser cannot decode the
 * file.
 */
async function shrinkLogo(file: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const { width, height } = picture;
  const scale = Math.min(1, logoSize.width / width, logoSize.height / height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const ink = canvas.getContext('2d');
  if (!ink) return null;
  // A dark logo would be invisible on the dark sign-in page.
  ink.fillStyle = '#fff';
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
}
