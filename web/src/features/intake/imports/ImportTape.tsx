import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button.tsx';
import { FileImportIcon } from '../../../ui/icon/FileImportIcon.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { newImport, useImportAddress } from './use-import-address.ts';
import { useTapeUpload } from './use-tape-upload.ts';

const ImportDrawer = lazy(async () => ({
  default: (await import('./ImportDrawer.tsx')).ImportDrawer,
}));

/**
 * The *Import tape* button and its drawer. The URL names what is open, by `?import=new` or
 * `?import=<id>`, so that a reload or a link shows the same import. The page's route must list the
 * `imports` namespace.
 */
export function ImportTape() {
  const { t } = useTranslation('imports');
  const { shown, show } = useImportAddress();
  const lastShown = useLastShown(shown);
  const uploading = useTapeUpload();
  const underWay = uploading.upload?.isCancelled ? null : uploading.upload;
  return (
    <>
      <Button
        icon={<FileImportIcon size={18} stroke={1.5} aria-hidden="true" />}
        onClick={() => show(underWay?.id ?? newImport)}
      >
        {t('importTape')}
      </Button>
      {lastShown !== null && (
        <Suspense>
          <ImportDrawer opened={shown !== null} shown={lastShown} uploading={uploading} />
        </Suspense>
      )}
    </>
  );
}
