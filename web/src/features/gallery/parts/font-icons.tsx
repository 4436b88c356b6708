import {
  IconAlertTriangle,
  IconArrowRight,
  IconCalendarDue,
  IconCheck,
  IconChevronRight,
  IconClock,
  IconCoin,
  IconDownload,
  IconFileImport,
  IconFileText,
  IconInfoCircle,
  IconNotes,
  IconPencil,
  IconPhone,
  type IconProps,
  IconTrash,
} from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copy-text.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { CodeText } from '../../../ui/format/CodeText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { rankItems } from '../../../ui/palette/rank-items.ts';
import { documented, type Part } from '../part.ts';
import { productIcons } from '../product-icons.ts';
import classes from './font-icons.module.css';

export const part: Part = {
  examples: { TheFamily, Sizes, Strokes, Tones, WithTheDirection, InButtons, WithText },
  components: [
    documented<IconProps>('Icon', [
      { name: 'size', type: 'number', standard: '18' },
      { name: 'stroke', type: 'number', standard: '1.5' },
      { name: 'color', type: 'string', standard: "'currentColor'" },
      { name: 'aria-hidden', type: 'boolean', standard: '–' },
      { name: 'className', type: "'mirrors'", standard: '–' },
    ]),
  ],
  keyboard: [{ keys: ['Tab Enter'], does: 'copy' }],
};

function TheFamily() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [typed, setTyped] = useState<string>();
  const known = Object.entries(productIcons).map(([name, Icon]) => ({
    name,
    Icon,
    label: name.slice('Icon'.length),
  }));
  const found = rankItems(known, typed ?? '');
  const copy = (name: string) =>
    void copyText(name).then((isCopied) =>
      isCopied ? notify.passing(t('copied', { name })) : notify.error(t('gallery:notCopied')),
    );
  return (
    <Stack gap={4}>
      <Row>
        <SearchBox
          filter={{ id: 'icon', kind: 'search', label: t('app:search') }}
          value={typed}
          onChange={setTyped}
        />
        <Text as="span" tone="muted" size="table" tabular aria-live="polite">
          {t('ui:progress.doneOf', {
            done: format.count(found.length),
            all: format.count(known.length),
          })}
        </Text>
      </Row>
      <Grid min={7} gap={2}>
        {found.map(({ name, label, Icon }) => (
          <button key={name} type="button" className={classes.icon} onClick={() => copy(name)}>
            <Icon
              size={24}
              stroke={1.5}
              className={pointsSideways.test(name) ? 'mirrors' : undefined}
              aria-hidden="true"
            />
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

const pointsSideways = /(Left|Right|FileImport)$/;

function Sizes() {
  return (
    <Row gap={6} align="end">
      {[14, 16, 18, 24, 28].map((size) => (
        <Sample key={size} name={<CodeText>{size}</CodeText>}>
          <IconCoin size={size} stroke={1.5} />
        </Sample>
      ))}
    </Row>
  );
}

/** An icon with its name below it. */
function Sample({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <Stack gap={1} align="center">
      {children}
      <Text as="span" tone="muted" size="caption">
        {name}
      </Text>
    </Stack>
  );
}

function Strokes() {
  return (
    <Row gap={6} align="end">
      {[1, 1.25, 1.5, 1.75, 2].map((stroke) => (
        <Sample key={stroke} name={<CodeText>{stroke}</CodeText>}>
          <IconFileText size={24} stroke={stroke} />
        </Sample>
      ))}
    </Row>
  );
}

function Tones() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row gap={6}>
      {tones.map(({ tone, word, Icon }) => (
        <Row key={tone} as="span" gap={2} tone={tone}>
          <Icon size={18} stroke={1.5} aria-hidden="true" />
          {t(word)}
        </Row>
      ))}
    </Row>
  );
}

const tones = [
  { tone: 'muted', word: 'draft', Icon: IconNotes },
  { tone: 'accent', word: 'advice', Icon: IconInfoCircle },
  { tone: 'good', word: 'good', Icon: IconCheck },
  { tone: 'soon', word: 'soon', Icon: IconClock },
  { tone: 'late', word: 'late', Icon: IconAlertTriangle },
] as const;

function WithTheDirection() {
  const { t } = useTranslation('gallery-samples');
  const icon = { size: 24, stroke: 1.5, 'aria-hidden': true } as const;
  return (
    <Row gap={6} align="end">
      <Sample name={t('next')}>
        <IconArrowRight {...icon} className="mirrors" />
      </Sample>
      <Sample name={t('importFile')}>
        <IconFileImport {...icon} className="mirrors" />
      </Sample>
      <Sample name={t('time')}>
        <IconClock {...icon} />
      </Sample>
      <Sample name={t('payments')}>
        <IconCoin {...icon} />
      </Sample>
    </Row>
  );
}

function InButtons() {
  const { t } = useTranslation('gallery-samples');
  const [done, setDone] = useState<string>();
  return (
    <Stack gap={3}>
      <Row>
        <Button
          icon={<IconPhone size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => setDone(t('call'))}
        >
          {t('call')}
        </Button>
        <Button
          kind="quiet"
          icon={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => setDone(t('load'))}
        >
          {t('load')}
        </Button>
        <IconButton
          label={t('edit')}
          icon={<IconPencil size={18} stroke={1.5} />}
          onClick={() => setDone(t('edit'))}
        />
        <IconButton
          label={t('delete')}
          icon={<IconTrash size={18} stroke={1.5} />}
          onClick={() => setDone(t('delete'))}
        />
      </Row>
      <Text role="status" tone="muted">
        {done === undefined ? t('chooseOne') : t('chosen', { name: done })}
      </Text>
    </Stack>
  );
}

function WithText() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box as="ul" flow="stack" gap={2}>
      {facts.map(({ id, Icon }) => (
        <Row key={id} as="li" gap={2} align="start" wrap={false}>
          <Box as="span" tone="muted" fixed className={classes.first}>
            <Icon size={16} stroke={1.5} aria-hidden="true" />
          </Box>
          <span>
            {t(id)}
            <IconChevronRight size={14} stroke={1.5} className={`mirrors ${classes.within}`} />
            {t(`${id}Text`)}
          </span>
        </Row>
      ))}
    </Box>
  );
}

const facts = [
  { id: 'schedule', Icon: IconCalendarDue },
  { id: 'payments', Icon: IconCoin },
  { id: 'documents', Icon: IconFileText },
] as const;
