import { Loader, type LoaderProps } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { FormFailure } from '../../../../ui/form/FormMessages.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Skeleton, SkeletonLines } from '../../../../ui/page/Skeleton.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: { InItsMeasures, InAButton, Turning, ThatFails },
  components: [
    documented<ComponentProps<typeof Skeleton>>('Skeleton', [
      { name: 'width', type: 'string', standard: "'100%'" },
      { name: 'height', type: 'string', standard: "'1rem'" },
    ]),
    documented<ComponentProps<typeof SkeletonLines>>('SkeletonLines', [
      { name: 'lines', type: 'number', standard: '3' },
    ]),
    documented<LoaderProps>('Loader', [
      { name: 'size', type: 'string | number', standard: '18' },
      { name: 'color', type: 'string', standard: "'lapis'" },
    ]),
  ],
  keyboard: [],
};

function InItsMeasures() {
  return (
    <Stack gap={4}>
      <Row wrap={false}>
        <Skeleton width="2.25rem" height="2.25rem" />
        <Skeleton width="12rem" />
      </Row>
      <SkeletonLines lines={3} />
    </Stack>
  );
}

function InAButton() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Button busy kind="primary">
      {t('postPayment')}
    </Button>
  );
}

function Turning() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Row gap={2} role="status" tone="muted">
      <Loader size={18} />
      {t('app:loading')}
    </Row>
  );
}

function ThatFails() {
  const { t } = useTranslation('gallery-samples');
  const [isTrying, setIsTrying] = useState(false);
  const retry = () => {
    setIsTrying(true);
    setTimeout(() => setIsTrying(false), 1500);
  };
  return (
    <FormFailure
      failure={t('notLoaded')}
      safe={t('safe')}
      action={
        <Button size="compact" busy={isTrying} onClick={retry}>
          {t('app:unexpected.tryAgain')}
        </Button>
      }
    />
  );
}
