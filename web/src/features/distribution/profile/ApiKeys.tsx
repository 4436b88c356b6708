import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copy-text.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { AccessLine } from './AccessLine.tsx';
import { ApiKeyForm } from './ApiKeyForm.tsx';
import classes from './Profile.module.css';
import { Steps } from './Steps.tsx';
import { apiKeysQuery, useRevokeApiKey, type ApiKey } from './api-keys.queries.ts';

/**
 * The keys with which programs act in the user's name. Renders nothing if the user has no key and
 * may not make one.
 */
export function ApiKeys() {
  const mayMake = useMay('make-api-keys');
  const query = useQuery(apiKeysQuery);
  const { t } = useTranslation('profile');
  // A user who lost the permission can still revoke the keys that they made before.
  if (!mayMake && (query.data?.keys.length ?? 0) === 0) return null;
  return (
    <FormSection title={t('keys.title')} hint={t('keys.hint')}>
      <Loaded
        load={loadOf(query)}
        waiting={<SkeletonLines lines={2} />}
        isEmpty={({ keys }) => keys.length === 0}
        empty={<Text tone="muted">{t('keys.none')}</Text>}
      >
        {({ keys }) => (
          <Box as="ul" line="between">
            {keys.map((key) => (
              <KeyLine key={key.id} apiKey={key} />
            ))}
          </Box>
        )}
      </Loaded>
      {mayMake && <NewKey />}
    </FormSection>
  );
}

function KeyLine({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation(['profile', 'permissions']);
  const format = useFormat();
  const [asks, setAsks] = useState(false);
  const revoking = useRevokeApiKey();
  const { id, name, lastCharacters, permissions, expiresAt, lastUsedAt } = apiKey;
  const revoke = () =>
    revoking.mutate(id, {
      onSuccess: () => notify.success(t('keys.revoked', { name })),
      onError: (cause) => notify.error(failureSentence(cause)),
      onSettled: () => setAsks(false),
    });
  return (
    <AccessLine
      icon={<IconKey size={22} stroke={1.5} />}
      name={<bdi>{name}</bdi>}
      about={
        <>
          <Text tone="muted" size="table">
            <bdi dir="ltr">…{lastCharacters}</bdi> ·{' '}
            {expiresAt === null
              ? t('keys.neverExpires')
              : t('keys.expires', { day: format.instant(expiresAt, 'medium') })}{' '}
            ·{' '}
            {lastUsedAt === null ? (
              t('keys.neverUsed')
            ) : (
              <>
                {t('keys.lastUsed')} <InstantText at={lastUsedAt} style="ago" />
              </>
            )}
          </Text>
          <Text tone="muted" size="table">
            {permissions
              .map((one) => t(`permissions:permission.${one}.name`))
              .join(t('keys.comma'))}
          </Text>
        </>
      }
      action={
        <>
          <Button
            size="compact"
            onClick={() => setAsks(true)}
            aria-label={t('keys.revokeOf', { name })}
          >
            {t('keys.revoke')}
          </Button>
          <ConfirmDialog
            opened={asks}
            title={t('keys.revokeTitle', { name })}
            confirmLabel={t('keys.revoke')}
            tone="danger"
            busy={revoking.isPending}
            onConfirm={revoke}
            onClose={() => setAsks(false)}
          >
            {t('keys.revokeText')}
          </ConfirmDialog>
        </>
      }
    />
  );
}

type Step = { readonly at: 'rest' | 'form' } | { readonly at: 'made'; readonly secret: string };

const atRest: Step = { at: 'rest' };

function NewKey() {
  const { t } = useTranslation('profile');
  return (
    <Steps first={atRest}>
      {(step, goOn) => (
        <>
          {step.at === 'rest' && (
            <Row align="stretch">
              <Button onClick={() => goOn({ at: 'form' })}>{t('keys.make')}</Button>
            </Row>
          )}
          {step.at === 'form' && (
            <ApiKeyForm
              onMade={({ secret }) => goOn({ at: 'made', secret })}
              onCancel={() => goOn(atRest)}
            />
          )}
          {step.at === 'made' && <MadeKey secret={step.secret} onDone={() => goOn(atRest)} />}
        </>
      )}
    </Steps>
  );
}

/** The secret of a new key, shown only once. */
function MadeKey({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { t } = useTranslation('profile');
  const copy = () =>
    void copyText(secret).then((isCopied) =>
      isCopied ? notify.success(t('keys.copied')) : notify.error(t('keys.notCopied')),
    );
  return (
    <Stack gap={3} tabIndex={-1} role="status" className={classes.codes}>
      <Text weight="medium">{t('keys.secretTitle')}</Text>
      <p>{t('keys.secretHint')}</p>
      <Box pad={4} className={classes.codeList} dir="ltr">
        <code className={classes.secret}>{secret}</code>
      </Box>
      <Row align="stretch">
        <Button kind="primary" onClick={onDone}>
          {t('keys.saved')}
        </Button>
        <Button onClick={copy}>{t('keys.copy')}</Button>
      </Row>
    </Stack>
  );
}
