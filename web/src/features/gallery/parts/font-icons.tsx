import {
  IconAlertTriangle,
  IconArrowRight,
  IconArrowsExchange,
  IconBell,
  IconCalendarDue,
  IconChartBar,
  IconCheck,
  IconClock,
  IconCoin,
  IconDownload,
  IconFileImport,
  IconFileText,
  IconHistory,
  IconLock,
  IconMail,
  IconNotes,
  IconPencil,
  IconPhone,
  type IconProps,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconTag,
  IconTrash,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { rankItems } from '../../../ui/palette/rank-items.ts';
import { documented, type Part } from '../part.ts';
import classes from './font-icons.module.css';

export const part: Part = {
  examples: { TheFamily, SizesAndTones, WithTheDirection },
  components: [
    documented<IconProps>('Icon…', [
      { name: 'size', type: 'number', standard: '24' },
      { name: 'stroke', type: 'number', standard: '2' },
      { name: 'aria-hidden', type: 'boolean', standard: '–' },
      { name: 'className', type: "'mirrors'", standard: '–' },
    ]),
  ],
  keyboard: [{ keys: ['Tab', 'Enter'], does: 'copy' }],
};

const icons = {
  IconCoin,
  IconFileText,
  IconFileImport,
  IconArrowsExchange,
  IconCalendarDue,
  IconHistory,
  IconUser,
  IconUsersGroup,
  IconPhone,
  IconMail,
  IconNotes,
  IconTag,
  IconBell,
  IconClock,
  IconAlertTriangle,
  IconCheck,
  IconShieldCheck,
  IconLock,
  IconChartBar,
  IconSearch,
  IconDownload,
  IconPencil,
  IconTrash,
  IconSettings,
};

function TheFamily() {
  const { t } = useTranslation('gallery-samples');
  const [typed, setTyped] = useState<string>();
  const known = Object.entries(icons).map(([name, Icon]) => ({
    name,
    Icon,
    label: name.slice('Icon'.length),
  }));
  const found = rankItems(known, typed ?? '');
  const copy = (name: string) =>
    void navigator.clipboard.writeText(name).then(
      () => notify.passing(t('copied', { name })),
      () => notify.error(t('gallery:notCopied')),
    );
  return (
    <Stack gap={4}>
      <SearchBox
        filter={{ id: 'icon', kind: 'search', label: t('app:search') }}
        value={typed}
        onChange={setTyped}
      />
      <Grid min={7} gap={2}>
        {found.map(({ name, label, Icon }) => (
          <button key={name} type="button" className={classes.icon} onClick={() => copy(name)}>
            <Icon size={24} stroke={1.5} aria-hidden="true" />
            <bdi>
              {label.split(/(?=[A-Z])/).map((word) => (
                <Fragment key={word}>
                  <wbr />
                  {word}
                </Fragment>
              ))}
            </bdi>
          </button>
        ))}
      </Grid>
      {found.length === 0 && <Text tone="muted">{t('ui:form.nothingFound')}</Text>}
    </Stack>
  );
}

function SizesAndTones() {
  return (
    <Row gap={5}>
      <IconCoin size={14} stroke={1.75} />
      <IconCoin size={16} stroke={1.5} />
      <IconCoin size={18} stroke={1.5} />
      <IconCoin size={24} stroke={1.5} />
      <Row as="span" tone="good">
        <IconCheck size={18} stroke={1.5} />
      </Row>
      <Row as="span" tone="late">
        <IconAlertTriangle size={18} stroke={1.5} />
      </Row>
    </Row>
  );
}

function WithTheDirection() {
  return (
    <Row gap={5}>
      <IconArrowRight size={24} stroke={1.5} className="mirrors" />
      <IconFileImport size={24} stroke={1.5} className="mirrors" />
      <IconClock size={24} stroke={1.5} />
    </Row>
  );
}
