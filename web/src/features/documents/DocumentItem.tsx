import type { LoanDocument } from '@bursar/contracts/documents';
import { IconDots, IconFile, IconFileTypePdf, IconPhoto, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/use-may.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { spellBytes } from '../../ui/file/refuse-file.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { Menu } from '../../ui/menu/Menu.tsx';
import classes from './Documents.module.css';
import { contentAddress } from './documents.queries.ts';

type DocumentItemProps = {
  readonly document: LoanDocument;
  readonly onLook: () => void;
  readonly onWithdraw: () => void;
};

/** One document: its name keeps it, beside it its size, who filed it, and what became of it. */
export function DocumentItem({ document, onLook, onWithdraw }: DocumentItemProps) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const { id, name, bytes, filedBy, filedAt, scan, withdrawn } = document;
  const isPicture = document.mediaType.startsWith('image/');
  const mayWithdraw = useMayWithdraw(document);
  return (
    <li className={classes.document}>
      <span className={classes.icon} aria-hidden="true">
        <KindIcon mediaType={document.mediaType} />
      </span>
      <div className={classes.words}>
        {withdrawn ? (
          <bdi className={classes.withdrawn}>{name}</bdi>
        ) : (
          <a href={contentAddress(id)} download={name}>
            <bdi>{name}</bdi>
          </a>
        )}
        <p className={classes.facts}>
          {spellBytes(bytes, format.settings.locale)} · <bdi>{filedBy.name}</bdi> ·{' '}
          <InstantText at={filedAt} />
          {!withdrawn && scan === 'not-scanned' && <> · {t('notScanned')}</>}
        </p>
        {withdrawn && (
          <p className={classes.facts}>
            {t('withdrawnBy', { name: withdrawn.by })} <InstantText at={withdrawn.at} /> ·{' '}
            <bdi>{withdrawn.reason}</bdi>
          </p>
        )}
      </div>
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
            ...(isPicture ? [{ id: 'look', label: t('action.look'), onSelect: onLook }] : []),
            ...(mayWithdraw
              ? [{ id: 'withdraw', label: t('action.withdraw'), onSelect: onWithdraw }]
              : []),
          ]}
        />
      )}
    </li>
  );
}

/** Who filed it, and the portfolio's manager. */
function useMayWithdraw({ filedBy }: LoanDocument): boolean {
  const session = useSession();
  const mayFile = useMay('file-documents');
  return mayFile && (session?.role === 'user' || session?.id === filedBy.id);
}

function KindIcon({ mediaType }: Pick<LoanDocument, 'mediaType'>) {
  const look = { size: 20, stroke: 1.5 };
  if (mediaType === 'application/pdf') return <IconFileTypePdf {...look} />;
  if (mediaType.startsWith('image/')) return <IconPhoto {...look} />;
  if (/sheet|csv/.test(mediaType)) return <IconTable {...look} />;
  return <IconFile {...look} />;
}
