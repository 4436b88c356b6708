import { IconCoin, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../lib/paths.ts';
import { Button, ButtonLink, IconButton } from '../../../../ui/button/Button.tsx';
import { RefusedButton } from '../../../../ui/button/RefusedButton.tsx';
import { Row } from '../../../../ui/layout/Layout.tsx';
import flush from '../../flush.module.css';
import { documented, type Part } from '../../part.ts';
import { StillTip } from '../../still-panels.tsx';

export const part: Part = {
  examples: { Kinds, SizesAndIcons, AtWork, Refused, IconOnly, Links },
  stills: { Refused: ReasonOpen },
  hangs: { Refused: 'start' },
  components: [
    documented<ComponentProps<typeof Button>>('Button', [
      {
        name: 'kind',
        type: "'primary' | 'secondary' | 'quiet' | 'danger'",
        standard: "'secondary'",
      },
      { name: 'size', type: "'normal' | 'compact'", standard: "'normal'" },
      { name: 'icon', type: 'ReactNode', standard: '–' },
      { name: 'shortcut', type: 'string', standard: '–' },
      { name: 'busy', type: 'boolean', standard: 'false' },
    ]),
    documented<ComponentProps<typeof RefusedButton>>('RefusedButton', [
      { name: 'reason', type: 'string' },
    ]),
    documented<ComponentProps<typeof IconButton>>('IconButton', [
      { name: 'label', type: 'string' },
    ]),
  ],
  keyboard: [],
};

function Kinds() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row>
      <Button kind="primary">{t('postPayment')}</Button>
      <Button>{t('assign')}</Button>
      <Button kind="quiet">{t('ui:overlay.cancel')}</Button>
      <Button kind="danger">{t('writeOff')}</Button>
    </Row>
  );
}

function SizesAndIcons() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row>
      <Button kind="primary" icon={<IconCoin size={18} stroke={1.5} />} shortcut="P">
        {t('postPayment')}
      </Button>
      <Button icon={<IconDownload size={18} stroke={1.5} />}>{t('ui:table.export')}</Button>
      <Button size="compact">{t('assign')}</Button>
    </Row>
  );
}

function AtWork() {
  const { t } = useTranslation('gallery-samples');
  const [isBusy, setIsBusy] = useState(false);
  const work = () => {
    setIsBusy(true);
    setTimeout(() => setIsBusy(false), 2000);
  };
  return (
    <Row>
      <Button kind="primary" busy>
        {t('postPayment')}
      </Button>
      <Button busy={isBusy} onClick={work}>
        {t('load')}
      </Button>
    </Row>
  );
}

function Refused() {
  const { t } = useTranslation('gallery-samples');
  return <RefusedButton reason={t('closed')}>{t('postPayment')}</RefusedButton>;
}

function ReasonOpen() {
  const { t } = useTranslation('gallery-samples');
  return <StillTip>{t('closed')}</StillTip>;
}

function IconOnly() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row gap={1} className={flush.flush}>
      <IconButton label={t('edit')} icon={<IconPencil size={18} stroke={1.5} />} />
      <IconButton label={t('delete')} icon={<IconTrash size={18} stroke={1.5} />} />
      <IconButton label={t('ui:table.export')} icon={<IconDownload size={18} stroke={1.5} />} />
    </Row>
  );
}

function Links() {
  const { t } = useTranslation('gallery-samples');
  return <ButtonLink to={paths.dashboard}>{t('openDashboard')}</ButtonLink>;
}
