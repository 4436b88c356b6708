import type { StaffRow } from '@bursar/contracts/distribution/staff';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence, refusalSentence } from '../../../lib/failure-sentence.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RefusedButton } from '../../../ui/button/RefusedButton.tsx';
import { FormSection } from '../../../ui/form/PageForm.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { HandedOver } from './HandedOver.tsx';
import {
  accountRecoveryQuery,
  useReleaseRecovery,
  useStartRecovery,
  type RecoveryShown,
} from './staff.queries.ts';

/**
 * Recovers an account that no mail reaches: one user who manages the account starts the recovery,
 * and a second one releases the link to set a new password.
 */
export function AccountRecovery({ account }: { account: StaffRow }) {
  const { t } = useTranslation('staff');
  const isOwn = useSession()?.id === account.id;
  const isRecoverable = !isOwn && account.status === 'active';
  const query = useQuery({ ...accountRecoveryQuery(account.id), enabled: isRecoverable });
  const starting = useStartRecovery(account.id);
  const releasing = useReleaseRecovery(account.id);
  if (!isRecoverable || query.isError) return null;
  if (!query.data) return <SkeletonLines lines={4} />;
  const onError = (cause: Error) => notify.error(failureSentence(cause));
  const { recovery } = query.data;
  const link = releasing.data?.link;
  const code = starting.data?.code;
  return (
    <Box line="above" above={6} pad={[6, 0]} max="58.5rem">
      <FormSection title={t('recovery.title')} hint={t('recovery.hint')}>
        <Stack gap={3}>
          {recovery && <Progress recovery={recovery} />}
          {code !== undefined && (
            <HandedOver kind="code" meaning={t('recovery.codeMeaning')} value={code} />
          )}
          {link !== undefined && (
            <HandedOver kind="link" meaning={t('recovery.linkMeaning')} value={link} />
          )}
          <Row gap={2} align="start">
            <Button
              onClick={() => {
                releasing.reset();
                starting.mutate(undefined, { onError });
              }}
              busy={starting.isPending}
            >
              {t(recovery?.startedAt ? 'recovery.startAgain' : 'recovery.start')}
            </Button>
            {recovery?.startedAt &&
              (recovery.hindrance ? (
                <RefusedButton
                  reason={refusalSentence({ code: recovery.hindrance, details: {}, message: '' })}
                >
                  {t('recovery.release')}
                </RefusedButton>
              ) : (
                <Button
                  kind={recovery.releasedAt ? 'secondary' : 'primary'}
                  onClick={() => releasing.mutate(undefined, { onError })}
                  busy={releasing.isPending}
                >
                  {t(recovery.releasedAt ? 'recovery.releaseAgain' : 'recovery.release')}
                </Button>
              ))}
          </Row>
        </Stack>
      </FormSection>
    </Box>
  );
}

function Progress({ recovery }: { recovery: RecoveryShown }) {
  const { t } = useTranslation('staff');
  const { askedAt, startedBy, startedAt, releasedBy, releasedAt } = recovery;
  return (
    <Stack gap={1}>
      {askedAt && (
        <Text>
          {t('recovery.asked')} · <InstantText at={askedAt} />
        </Text>
      )}
      {startedAt && startedBy && (
        <Text>
          {t('recovery.startedBy', { name: startedBy })} · <InstantText at={startedAt} />
        </Text>
      )}
      {releasedAt && releasedBy && (
        <Text>
          {t('recovery.releasedBy', { name: releasedBy })} · <InstantText at={releasedAt} />
        </Text>
      )}
    </Stack>
  );
}
