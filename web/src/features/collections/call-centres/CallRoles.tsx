import { callCentreRoles, callDuties, type CallDuty } from '@bursar/contracts/choices';
import type { ListCallDuties } from '@bursar/contracts/collections/call-centres';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Switch } from '../../../ui/switch/Switch.tsx';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { dutiesQuery, useChangeDuty } from './call-centres.queries.ts';

type Duties = AnswerOf<ListCallDuties>['portfolios'][number];
type Grant = Duties['grants'][number];

/** The permissions of each role in a call centre; the portfolio manager can change them. */
export function CallRoles() {
  const { t } = useTranslation('call-centres');
  const query = useQuery(dutiesQuery);
  const isAdmin = useSession()?.role === 'admin';
  const mayChange = useMay('manage-call-centres') && !isAdmin;
  return (
    <>
      <PageHeader
        title={t('roles.title')}
        description={t(mayChange ? 'roles.mayChange' : 'roles.readOnly')}
      />
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={6} />}>
        {({ portfolios }) => (
          <Stack gap={8}>
            {portfolios.map((portfolio) => (
              <Panel key={portfolio.id} title={<bdi>{portfolio.name}</bdi>}>
                <DutyTable duties={portfolio} mayChange={mayChange} />
              </Panel>
            ))}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

type DutyTableProps = { readonly duties: Duties; readonly mayChange: boolean };

/** A table with a row per duty and a column per role. */
function DutyTable({ duties, mayChange }: DutyTableProps) {
  const { t } = useTranslation('call-centres');
  return (
    <FigureTable<CallDuty>
      // An administrator sees a table for each portfolio.
      label={t('roles.table', { portfolio: duties.name })}
      rows={callDuties}
      rowId={(duty) => duty}
      columns={[
        {
          id: 'duty',
          header: t('roles.duty'),
          cell: (duty) => <DutyName duty={duty} />,
          wide: true,
          wraps: true,
        },
        ...callCentreRoles.map((role) => ({
          id: role,
          header: t(`role.${role}`),
          size: '7rem',
          cell: (duty: CallDuty) => {
            const grant = duties.grants.find((one) => one.role === role && one.duty === duty);
            return grant && <DutySquare grant={grant} mayChange={mayChange} />;
          },
        })),
      ]}
    />
  );
}

function DutyName({ duty }: { readonly duty: CallDuty }) {
  const { t } = useTranslation('call-centres');
  return (
    <Box flow="stack" as="span" gap={0} pad={[3, 0]}>
      <Text as="span" weight="medium">
        {t(`duty.${duty}.name`)}
      </Text>
      <Text as="span" tone="muted" size="table">
        {t(`duty.${duty}.means`)}
      </Text>
    </Box>
  );
}

function DutySquare({ grant, mayChange }: { readonly grant: Grant; readonly mayChange: boolean }) {
  const { t } = useTranslation('call-centres');
  const changing = useChangeDuty();
  const { role, duty, granted } = grant;
  if (!mayChange) {
    const Icon = granted ? IconCheck : IconMinus;
    return (
      <span role="img" aria-label={t(granted ? 'roles.allowed' : 'roles.notAllowed')}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
    );
  }
  return (
    <Switch
      label={t('roles.square', { role: t(`role.${role}`), duty: t(`duty.${duty}.name`) })}
      checked={granted}
      busy={changing.isPending}
      onChange={(next) =>
        changing.mutate(
          { role, duty, granted: next },
          { onError: (cause) => notify.error(failureSentence(cause)) },
        )
      }
    />
  );
}
