import { IconCoin, IconDownload, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../../lib/paths.ts';
import { Button, ButtonLink, IconButton } from '../../../../ui/button/Button.tsx';
import { RefusedButton } from '../../../../ui/button/RefusedButton.tsx';
import { Row } from '../../../../ui/layout/Layout.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { Kinds, SizesAndIcons, AtWork, Refused, IconOnly, Links },
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
  keyboard: [{ keys: ['Enter', 'Space'], does: 'press' }],
};

function Kinds() {
  const { t } = useTranslation('gallery-elements');
  return (
    <Row>
      <Button kind="primary">{t('buttons.words.post')}</Button>
      <Button>{t('buttons.words.assign')}</Button>
      <Button kind="quiet">{t('buttons.words.cancel')}</Button>
      <Button kind="danger">{t('buttons.words.writeOff')}</Button>
    </Row>
  );
}

function SizesAndIcons() {
  const { t } = useTranslation('gallery-elements');
  return (
    <Row>
      <Button kind="primary" icon={<IconCoin size={18} stroke={1.5} />} shortcut="P">
        {t('buttons.words.post')}
      </Button>
      <Button icon={<IconDownload size={18} stroke={1.5} />}>{t('buttons.words.export')}</Button>
      <Button size="compact">{t('buttons.words.assign')}</Button>
    </Row>
  );
}

function AtWork() {
  const { t } = useTranslation('gallery-elements');
  const [isBusy, setIsBusy] = useState(false);
  const work = () => {
    setIsBusy(true);
    setTimeout(() => setIsBusy(false), 2000);
  };
  return (
    <Button kind="primary" busy={isBusy} onClick={work}>
      {t('buttons.words.post')}
    </Button>
  );
}

function Refused() {
  const { t } = useTranslation('gallery-elements');
  return (
    <RefusedButton reason={t('buttons.words.closed')}>{t('buttons.words.post')}</RefusedButton>
  );
}

function IconOnly() {
  const { t } = useTranslation('gallery-elements');
  return (
    <Row gap={1}>
      <IconButton label={t('buttons.words.edit')} icon={<IconPencil size={18} stroke={1.5} />} />
      <IconButton label={t('buttons.words.delete')} icon={<IconTrash size={18} stroke={1.5} />} />
      <IconButton
        size="compact"
        label={t('buttons.words.export')}
        icon={<IconDownload size={16} stroke={1.5} />}
      />
    </Row>
  );
}

function Links() {
  const { t } = useTranslation('gallery-elements');
  return <ButtonLink to={paths.dashboard}>{t('buttons.words.dashboard')}</ButtonLink>;
}
