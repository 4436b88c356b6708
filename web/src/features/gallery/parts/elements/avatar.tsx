import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../../ui/avatar/Avatar.tsx';
import { Row } from '../../../../ui/layout/Layout.tsx';
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
  return (
    <Row gap={4}>
      <Avatar name={name} size="small" />
      <Avatar name={name} />
      <Avatar name={name} size="large" />
      <Avatar name={name} size="large" photo="/favicon.svg" />
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
  return (
    <Row gap={0} wrap={false}>
      {people.map((person) => (
        <Tooltip key={person} label={t(person)} withinPortal={false}>
          <span role="img" aria-label={t(person)} className={classes.member}>
            <Avatar name={t(person)} />
          </span>
        </Tooltip>
      ))}
    </Row>
  );
}

const people = ['amira', 'omar', 'layla'] as const;
