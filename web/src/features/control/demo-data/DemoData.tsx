import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Fact } from '../../../ui/layout/Fact.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import {
  demoDataQuery,
  useAddDemoData,
  useRemoveDemoData,
  useSetDemoPassword,
  type DemoPortfolio,
} from './demo-data.queries.ts';
import { DemoPassword } from './DemoPassword.tsx';

/**
 * The section to add a portfolio of demo data, to set a password for its accounts, and to remove
 * the portfolio.
 */
export function DemoData() {
  const { t } = useTranslation('demo-data');
  const query = useQuery(demoDataQuery);
  const heading = useRef<HTMLElement | null>(null);
  const presentId = query.data?.demo?.id;
  const isChanged = useRef(false);
  // A change removes its own button, so the focus moves to the heading.
  useEffect(() => {
    if (!isChanged.current) return;
    isChanged.current = false;
    heading.current?.focus();
  }, [presentId]);
  const onChanged = () => {
    isChanged.current = true;
  };
  return (
    <Stack as="section" gap={3} aria-label={t('title')}>
      <Stack gap={1}>
        <Text
          as="h2"
          size="lead"
          weight="medium"
          tabIndex={-1}
          ref={(element) => {
            heading.current = element;
          }}
        >
          {t('title')}
        </Text>
        <Text tone="muted">{t('hint')}</Text>
      </Stack>
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={1} />}>
        {({ demo }) =>
          demo ? (
            <PresentDemo key={demo.id} demo={demo} onRemoved={onChanged} />
          ) : (
            <AddDemo onAdded={onChanged} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function AddDemo({ onAdded }: { readonly onAdded: () => void }) {
  const { t } = useTranslation('demo-data');
  const adding = useAddDemoData();
  // A double click repeats the request instead of making another one.
  const [id] = useState(() => uuidv7());
  const add = () =>
    adding.mutate(id, {
      onSuccess: () => {
        notify.success(t('added'));
        onAdded();
      },
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  return (
    <Row gap={3}>
      <Button busy={adding.isPending} onClick={add}>
        {t('explore')}
      </Button>
      <Text tone="muted" role="status">
        {adding.isPending && t('adding')}
      </Text>
    </Row>
  );
}

type PresentDemoProps = { readonly demo: DemoPortfolio; readonly onRemoved: () => void };

function PresentDemo({ demo, onRemoved }: PresentDemoProps) {
  const { t } = useTranslation('demo-data');
  const format = useFormat();
  const [password, setPassword] = useState<string | null>(null);
  const setting = useSetDemoPassword(demo.id);
  const open = () =>
    setting.mutate(undefined, {
      onSuccess: (made) => setPassword(made.password),
      onError: (cause) => notify.error(failureSentence(cause)),
    });
  return (
    <Stack gap={3}>
      <p>
        {t('present', { name: demo.name, count: demo.loans, figure: format.count(demo.loans) })}
      </p>
      <Stack as="dl" gap={2} size="table">
        {demo.accounts.map(({ role, email }) => (
          <Fact key={email} name={t(`role.${role}`)} narrow>
            <bdi dir="ltr">{email}</bdi>
          </Fact>
        ))}
      </Stack>
      {password !== null && <DemoPassword password={password} onDone={() => setPassword(null)} />}
      <Row align="stretch" gap={2}>
        <Button busy={setting.isPending} onClick={open}>
          {t('password.set')}
        </Button>
        <RemoveDemo demo={demo} onRemoved={onRemoved} />
      </Row>
    </Stack>
  );
}

function RemoveDemo({ demo, onRemoved }: PresentDemoProps) {
  const { t } = useTranslation('demo-data');
  const [isAsked, setAsked] = useState(false);
  const removing = useRemoveDemoData(demo.id);
  const close = () => setAsked(false);
  const remove = () =>
    removing.mutate(undefined, {
      onSuccess: () => {
        notify.success(t('removed'));
        close();
        onRemoved();
      },
    });
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t('remove')}</Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={close}
        title={t('removeTitle')}
        confirmLabel={t('remove')}
        tone="danger"
        busy={removing.isPending}
        failure={removing.error ? failureSentence(removing.error) : undefined}
        onConfirm={remove}
      >
        {t('removeText')}
      </ConfirmDialog>
    </>
  );
}
