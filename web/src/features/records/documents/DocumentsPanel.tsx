import { documentBytesMax, documentTypes } from '@bursar/contracts/records/document-types';
import type { LoanDocument } from '@bursar/contracts/records/documents';
import { useQuery } from '@tanstack/react-query';
import { useState, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDots, IconFile, IconFileTypePdf, IconPhoto, IconTable } from '@tabler/icons-react';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { EmptyLine } from '../../../ui/page/EmptyLine.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines, Skeleton } from '../../../ui/page/Skeleton.tsx';
import { useContractForm } from '../../../lib/contract-form.ts';
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { useSession } from '../../../lib/session.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { spellBytes } from '../../../ui/file/refuse-file.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { documentsQuery, useWithdrawDocument, contentAddress } from './documents.queries.ts';
import { FileADocument } from './FileADocument.tsx';
import classes from './Documents.module.css';

/** The documents of a loan: file, download, preview and withdraw. */
export function DocumentsPanel({ loanId }: { loanId: string }) {
  const { t } = useTranslation('documents');
  const mayFile = useMay('file-documents');
  const query = useQuery(documentsQuery(loanId));
  return (
    <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={8} />}>
      {({ documents }) => (
        <Stack gap={5}>
          {mayFile && (
            <FileADocument
              loanId={loanId}
              isFirst={documents.length === 0}
              endings={Object.keys(documentTypes)}
              largestBytes={documentBytesMax}
            />
          )}
          {documents.length > 0 ? (
            <DocumentsOfLoan loanId={loanId} documents={documents} />
          ) : (
            !mayFile && <EmptyLine title={t('empty')} hint={t('emptyHint')} />
          )}
        </Stack>
      )}
    </Loaded>
  );
}

type DocumentsOfLoanProps = {
  readonly loanId: string;
  readonly documents: readonly LoanDocument[];
};

function DocumentsOfLoan({ loanId, documents }: DocumentsOfLoanProps) {
  const { t } = useTranslation('documents');
  const [withdrawing, setWithdrawing] = useState<LoanDocument | null>(null);
  const [previewed, setPreviewed] = useState<LoanDocument | null>(null);
  return (
    <div>
      <Stack as="ul" gap={0} aria-label={t('label')}>
        {documents.map((document) => (
          <DocumentItem
            key={document.id}
            document={document}
            onPreview={() => setPreviewed(document)}
            onWithdraw={() => setWithdrawing(document)}
          />
        ))}
      </Stack>
      <DocumentPreview document={previewed} onClose={() => setPreviewed(null)} />
      <WithdrawDocumentDialog
        loanId={loanId}
        document={withdrawing}
        onClose={() => setWithdrawing(null)}
      />
    </div>
  );
}

type WithdrawDocumentDialogProps = {
  readonly loanId: string;
  readonly document: LoanDocument | null;
  readonly onClose: () => void;
};

/** Asks for a reason before the content of a document is deleted. */
function WithdrawDocumentDialog(props: WithdrawDocumentDialogProps) {
  const { loanId, document, onClose } = props;
  const { t } = useTranslation(['documents', 'failures']);
  const shown = useLastShown(document);
  const form = useContractForm({
    name: 'withdraw',
    empty,
    opened: document !== null,
    draftName: `withdraw-document.${document?.id ?? ''}`,
    rules: ({ reason }) => ({
      reason: reason.trim() === '' ? t('failures:reason_missing') : undefined,
    }),
    body: ({ reason }) => document && { documentId: document.id, reason: reason.trim() },
    mutation: useWithdrawDocument(loanId),
    onSent: onClose,
  });
  return (
    <ReasonDialog
      opened={document !== null}
      onClose={onClose}
      title={t('withdraw.title', { name: shown?.name })}
      meaning={t('withdraw.meaning')}
      reason={{ ...form.field('reason'), label: t('withdraw.reason') }}
      submitLabel={t('withdraw.submit')}
      {...form.dialog}
    />
  );
}

const empty = () => ({ reason: '' });

type DocumentItemProps = {
  readonly document: LoanDocument;
  /** The loan of the document, in a list over several loans. */
  readonly caption?: ReactNode;
  readonly onPreview: () => void;
  /** Left out if documents cannot be withdrawn here. */
  readonly onWithdraw?: () => void;
};

/**
 * One document: its name downloads it; below are its size, who filed it, and whether it was
 * withdrawn.
 */
export function DocumentItem({ document, caption, onPreview, onWithdraw }: DocumentItemProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const { id, name, bytes, filedBy, filedAt, scan, withdrawn } = document;
  const isPicture = document.mediaType.startsWith('image/');
  const mayWithdraw = useMayWithdraw(document) && onWithdraw !== undefined;
  return (
    <Box
      flow="row"
      as="li"
      gap={3}
      wrap={false}
      align="start"
      pad={[3, 0]}
      line="below"
      className={classes.document}
    >
      <Box as="span" tone="muted" fixed aria-hidden="true">
        <KindIcon mediaType={document.mediaType} />
      </Box>
      <Box breaks grow>
        {withdrawn ? (
          <Text as="s" tone="muted">
            <bdi>{name}</bdi>
          </Text>
        ) : (
          <a href={contentAddress(id)} download={name}>
            <bdi>{name}</bdi>
          </a>
        )}
        <Text tone="muted" size="caption">
          {caption && <>{caption} · </>}
          {spellBytes(bytes, format.settings.locale)} · <bdi>{filedBy.name}</bdi> ·{' '}
          <InstantText at={filedAt} />
          {!withdrawn && scan === 'not-scanned' && <> · {t('notScanned')}</>}
        </Text>
        {withdrawn && (
          <Text tone="muted" size="caption">
            {t('withdrawnBy', { name: withdrawn.by })} <InstantText at={withdrawn.at} /> ·{' '}
            <bdi>{withdrawn.reason}</bdi>
          </Text>
        )}
      </Box>
      {!withdrawn && (isPicture || mayWithdraw) && (
        <Menu
          trigger={
            <IconButton
              size="compact"
              label={t('action.more', { name })}
              icon={<IconDots size={16} stroke={1.5} />}
            />
          }
          actions={[
            ...(isPicture ? [{ id: 'look', label: t('action.look'), onSelect: onPreview }] : []),
            ...(mayWithdraw
              ? [{ id: 'withdraw', label: t('action.withdraw'), onSelect: onWithdraw }]
              : []),
          ]}
        />
      )}
    </Box>
  );
}

/**
 * Returns true if the user may withdraw the document: users who may file documents may withdraw
 * their own, and the portfolio manager may withdraw any.
 */
function useMayWithdraw({ filedBy }: LoanDocument): boolean {
  const session = useSession();
  const mayFile = useMay('file-documents');
  return mayFile && (session?.role === 'user' || session?.id === filedBy.id);
}

function KindIcon({ mediaType }: Pick<LoanDocument, 'mediaType'>) {
  const iconProps = { size: 20, stroke: 1.5 };
  if (mediaType === 'application/pdf') return <IconFileTypePdf {...iconProps} />;
  if (mediaType.startsWith('image/')) return <IconPhoto {...iconProps} />;
  if (/sheet|csv/.test(mediaType)) return <IconTable {...iconProps} />;
  return <IconFile {...iconProps} />;
}

type DocumentPreviewProps = {
  readonly document: LoanDocument | null;
  readonly onClose: () => void;
};

/**
 * Shows an image in a drawer. Other types could contain scripts, so they are only downloaded.
 */
export function DocumentPreview({ document, onClose }: DocumentPreviewProps) {
  const shown = useLastShown(document);
  return (
    <SideDrawer
      opened={document !== null}
      onClose={onClose}
      title={<bdi>{shown?.name}</bdi>}
      size="table"
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

/**
 * Returns an address for the image, null while it loads, or `failed` if it cannot be loaded. The
 * server marks every document as a download; only this preview shows one.
 */
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
