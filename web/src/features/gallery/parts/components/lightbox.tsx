import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { PlainDialog } from '../../../../ui/overlay/PlainDialog.tsx';
import { documented, type Part } from '../../part.ts';
import { Scan, type ScanKind } from '../../Scan.tsx';
import { noChange } from '../../still-panels.tsx';
import classes from './lightbox.module.css';

export const part: Part = {
  examples: { DocumentsOfALoan, OnePicture },
  stills: { DocumentsOfALoan: ContractOpen },
  components: [
    documented<ViewerProps>('Viewer', [
      { name: 'kinds', type: 'readonly ScanKind[]' },
      { name: 'at', type: 'number' },
      { name: 'onGo', type: '(at: number) => void' },
      { name: 'onClose', type: '() => void' },
    ]),
  ],
  keyboard: [
    { keys: ['Enter'], does: 'openPicture' },
    { keys: ['←', '→'], does: 'move' },
    { keys: ['Esc'], does: 'closePicture' },
  ],
};

function DocumentsOfALoan() {
  return <Pictures kinds={documents} />;
}

const documents = ['contract', 'identity', 'statement'] as const;

function ContractOpen() {
  return <Viewer kinds={documents} at={0} onGo={noChange} onClose={noChange} />;
}

function OnePicture() {
  return <Pictures kinds={['identity']} />;
}

/** Thumbnails that open a viewer, in which the arrow keys move between the pictures. */
function Pictures({ kinds }: { kinds: readonly ScanKind[] }) {
  const { t } = useTranslation('gallery-samples');
  const [open, setOpen] = useState<number | null>(null);
  return (
    <>
      <div className={classes.thumbs}>
        {kinds.map((kind, at) => (
          <button
            key={kind}
            type="button"
            className={classes.thumb}
            aria-label={t(kind)}
            onClick={() => setOpen(at)}
          >
            <Scan kind={kind} />
          </button>
        ))}
      </div>
      {open !== null && (
        <Viewer kinds={kinds} at={open} onGo={setOpen} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

type ViewerProps = {
  kinds: readonly ScanKind[];
  at: number;
  onGo: (at: number) => void;
  onClose: () => void;
};

function Viewer({ kinds, at, onGo, onClose }: ViewerProps) {
  const { t } = useTranslation('gallery-samples');
  const name = t(kinds[at] ?? 'contract');
  const go = (by: number) => onGo((at + by + kinds.length) % kinds.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const isRtl = document.documentElement.dir === 'rtl';
    if (key === 'ArrowRight') go(isRtl ? -1 : 1);
    if (key === 'ArrowLeft') go(isRtl ? 1 : -1);
  };
  return (
    <PlainDialog label={name} onClose={onClose} className={classes.viewer}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys bubble up from its buttons */}
      <div onKeyDown={onKeyDown}>
        <Stack gap={3}>
          <Row justify="between" wrap={false}>
            <Text as="h2" size="lead" weight="medium">
              {name}
            </Text>
            <IconButton
              data-autofocus
              label={t('ui:overlay.close')}
              icon={<IconX size={18} stroke={1.5} />}
              onClick={onClose}
            />
          </Row>
          <Scan kind={kinds[at] ?? 'contract'} />
          {kinds.length > 1 && (
            <Row justify="center" gap={4}>
              <IconButton
                label={t('previous')}
                icon={<IconChevronLeft size={18} stroke={1.5} className="mirrors" />}
                onClick={() => go(-1)}
              />
              <Text as="span" tone="muted" tabular aria-live="polite">
                {t('ui:progress.doneOf', { done: at + 1, all: kinds.length })}
              </Text>
              <IconButton
                label={t('next')}
                icon={<IconChevronRight size={18} stroke={1.5} className="mirrors" />}
                onClick={() => go(1)}
              />
            </Row>
          )}
        </Stack>
      </div>
    </PlainDialog>
  );
}
