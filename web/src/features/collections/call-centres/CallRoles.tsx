import { callCentreRoles, callDuties } from '@bursar/contracts/choices';
import type { ListCallDuties } from '@bursar/contracts/collections/call-centres';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useMay } from '../../../lib/session-query.ts';
import { useSession } from '../../../lib/session.ts';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Switch } from '../../../ui/switch/Switch.tsx';
import { GrantMark, RoleMatrix, RoleRow } from '../../../ui/table/RoleMatrix.tsx';
import { dutiesQuery, useChangeDuty } from './call-centres.queries.ts';

type Duties = AnswerOf<ListCallDuties>['portfolios'][number];
type Grant = Duties['grants'][number];

/**
 * The permissions of each role in a call centre. Users who may manage call centres can change them,
 * except administrators.
 */
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
    <RoleMatrix
      // An administrator sees a table for each portfolio.
      caption={t('roles.table', { portfolio: duties.name })}
      head={t('roles.duty')}
      meansHead={t('roles.means')}
      roles={callCentreRoles.map((role) => t(`role.${role}`))}
    >
      <tbody>
        {callDuties.map((duty) => (
          <RoleRow
            key={duty}
            name={t(`duty.${duty}.name`)}
            means={t(`duty.${duty}.means`)}
            cells={callCentreRoles.map((role) => {
              const grant = duties.grants.find((one) => one.role === role && one.duty === duty);
              return {
                id: role,
                cell: grant && <DutySquare grant={grant} mayChange={mayChange} />,
              };
            })}
          />
        ))}
      </tbody>
    </RoleMatrix>
  );
}

function DutySquare({ grant, mayChange }: { readonly grant: Grant; readonly mayChange: boolean }) {
  const { t } = useTranslation('call-centres');
  const changing = useChangeDuty();
  const { role, duty, granted } = grant;
  return (
    <Row as="span" justify="center">
      {mayChange ? (
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
      ) : (
        <GrantMark granted={granted} label={t(granted ? 'roles.allowed' : 'roles.notAllowed')} />
      )}
    </Row>
  );
}
