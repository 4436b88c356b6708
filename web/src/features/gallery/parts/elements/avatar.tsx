import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../../ui/avatar/Avatar.tsx';
import { CodeText } from '../../../../ui/format/CodeText.tsx';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './avatar.module.css';

export const part: Part = {
  examples: { Sizes, NextToName, AGroup },
  components: [
    documented<ComponentProps<typeof Avatar>>('Avatar', [
      { name: 'name', type: 'string' },
      { name: 'photo', type: 'string | undefined', standard: '–' },
      { name: 'size', type: "'small' | 'normal' | 'large'", standard: "'normal'" },
    ]),
  ],
  keyboard: [],
};

function Sizes() {
  const { t } = useTranslation('gallery-samples');
  const name = t('amira');
  const withPicture = 'photo';
  return (
    <Row gap={6} align="end">
      {(['small', 'normal', 'large'] as const).map((size) => (
        <Stack key={size} gap={2} align="center">
          <Avatar name={name} size={size} />
          <CodeText>{size}</CodeText>
        </Stack>
      ))}
      <Stack gap={2} align="center">
        <Avatar name={name} size="large" photo="/favicon.svg" />
        <CodeText>{withPicture}</CodeText>
      </Stack>
    </Row>
  );
}

function NextToName() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row gap={3} wrap={false}>
      <Avatar name={t('amira')} />
      <div>
        <Text weight="medium">{t('amira')}</Text>
        <Text tone="muted" size="table">
          {t('agent')}
        </Text>
      </div>
    </Row>
  );
}

function AGroup() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  return (
    <Row gap={0} wrap={false}>
      {people.map((person) => (
        <Tooltip key={person} label={t(person)} withinPortal={false}>
          <span role="img" aria-label={t(person)} className={classes.member}>
            <Avatar name={t(person)} />
          </span>
        </Tooltip>
      ))}
      <Text as="span" size="table" tone="muted" weight="medium" className={classes.rest}>
        <bdi dir="ltr">{`+${format.count(3)}`}</bdi>
      </Text>
    </Row>
  );
}

const people = ['amira', 'omar', 'huda'] as const;
