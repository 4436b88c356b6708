import type { LoanDocument } from '@bursar/contracts/documents';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../ui/overlay/use-last-shown.ts';
import { Skeleton } from '../../ui/page/Skeleton.tsx';
import classes from './Documents.module.css';
import { contentAddress } from './documents.queries.ts';

type DocumentPreviewProps = {
  readonly document: LoanDocument | null;
  readonly onClose: () => void;
};

/** A picture beside the loan. Other kinds could carry scripts: they are kept, not shown. */
export function DocumentPreview({ document, onClose }: DocumentPreviewProps) {
  const shown = useLastShown(document);
  return (
    <SideDrawer
      opened={document !== null}
      onClose={onClose}
      title={<bdi>{shown?.name}</bdi>}
      width={820}
    >
      {document && <Picture key={document.id} document={document} />}
    </SideDrawer>
  );
}

function Picture({ document }: { document: LoanDocument }) {
  const { t } = useTranslation('documents');
  const { id, name, mediaType } = document;
  const picture = usePicture(id, mediaType);
  if (picture === 'failed') return <p role="alert">{t('lookFailed')}</p>;
  if (picture === null) return <Skeleton width="100%" height="20rem" />;
  return <img src={picture} alt={name} className={classes.picture} />;
}

/** The server hands every document out as a file to keep; only here is it taken for a picture. */
function usePicture(id: string, mediaType: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    let made: string | undefined;
    const load = async () => {
      const response = await fetch(contentAddress(id), { signal: leaving.signal });
      if (!response.ok) throw new Error(response.statusText);
      made = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: mediaType }));
      setAddress(made);
    };
    load().catch(() => {
      if (!leaving.signal.aborted) setAddress('failed');
    });
    return () => {
      leaving.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, mediaType]);
  return address;
}
