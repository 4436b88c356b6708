import type {
  CoveredLoan,
  WaitingLoan,
  WorkedLoan,
} from '@bursar/contracts/collections/work-queue';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import classes from './AgentQueue.module.css';
import type { Queue } from './work-queue.queries.ts';

/** The loans that wait for an agreed call, the next one first. */
export function CallsToCome({ queue: { waiting, waitingCount } }: { queue: Queue }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  if (waiting.length === 0) return null;
  const hidden = waitingCount - waiting.length;
  return (
    <Panel title={t('waiting.title')}>
      <ol>
        {waiting.map((loan) => (
          <LoanLine key={loan.loanId} loan={loan}>
            <span />
            <Text as="span" tone="muted" size="caption" className={classes.when}>
              <InstantText at={loan.tryAgainAt} />
            </Text>
          </LoanLine>
        ))}
      </ol>
      {hidden > 0 && (
        <Box as="p" tone="muted" size="caption" pad={[2, 0]}>
          {t('queue.more', { count: hidden, figure: format.count(hidden) })}
        </Box>
      )}
    </Panel>
  );
}

type LoanLineProps = {
  readonly loan: Pick<WaitingLoan, 'loanId' | 'reference' | 'borrower'>;
  readonly children: ReactNode;
};

/** One loan of a panel under the queue, with a link to its page. */
function LoanLine({ loan, children }: LoanLineProps) {
  return (
    <Box
      flow="grid"
      as="li"
      columns="repeat(3, minmax(0, 1fr))"
      level="center"
      lines={0}
      gap={4}
      size="table"
      pad={[1, 0]}
      line="below"
      className={classes.workedRow}
    >
      <Box flow="row" as="span" lines={0} gap={2} shrinks breaks>
        <TextLink plain quiet weight="medium" to={paths.loanDetails(loan.loanId)}>
          <bdi>{loan.borrower ?? loan.reference}</bdi>
        </TextLink>
        <Text as="span" tone="muted" size="caption">
          {loan.reference}
        </Text>
      </Box>
      {children}
    </Box>
  );
}

/**
 * The calls, promises and next actions that absent agents agreed on, for loans that this agent
 * works for them.
 */
export function CoveredAgreements({ covers }: { covers: Queue['covers'] }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  return covers
    .filter(({ agreed }) => agreed.length > 0)
    .map(({ agent, untilOn, agreed, agreedCount }) => (
      <Panel key={`${agent} ${untilOn}`} title={t('covers.agreed', { name: agent })}>
        <ol>
          {agreed.map((loan) => (
            <LoanLine key={loan.loanId} loan={loan}>
              <span className={classes.agreement}>
                <Agreement loan={loan} />
              </span>
            </LoanLine>
          ))}
        </ol>
        {agreedCount > agreed.length && (
          <Box as="p" tone="muted" size="caption" pad={[2, 0]}>
            {t('queue.more', {
              count: agreedCount - agreed.length,
              figure: format.count(agreedCount - agreed.length),
            })}
          </Box>
        )}
      </Panel>
    ));
}

function Agreement({ loan }: { loan: CoveredLoan }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const { promise, tryAgainAt, nextAction, currency } = loan;
  const agreed = [
    ...(tryAgainAt ? [t('worked.callBack', { time: format.instant(tryAgainAt) })] : []),
    ...(promise
      ? [
          t('covers.promise', {
            amount: isolated(format.money(promise.amountMinor, currency)),
            day: format.day(promise.promisedOn, 'short'),
          }),
        ]
      : []),
    ...(nextAction
      ? [
          t('covers.action', {
            what: isolated(nextAction.what),
            day: format.day(nextAction.dueOn, 'short'),
          }),
        ]
      : []),
  ];
  return <>{agreed.join(' · ')}</>;
}

/** Today's results per loan, newest first. */
export function WorkedToday({ worked }: { worked: readonly WorkedLoan[] }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  if (worked.length === 0) return null;
  return (
    <Panel title={t('worked.title')}>
      <ol>
        {worked.map((loan) => (
          <LoanLine key={loan.loanId} loan={loan}>
            <span>
              <Deeds loan={loan} />
            </span>
            <Row as="span" lines={0} gap={2} className={classes.when}>
              {loan.isOpen && <StatusBadge tone="soon">{t('worked.open')}</StatusBadge>}
              {loan.tryAgainAt && (
                <StatusBadge tone="soon">
                  {t('worked.callBack', { time: format.instant(loan.tryAgainAt) })}
                </StatusBadge>
              )}
              <Text as="span" tone="muted" size="caption">
                <InstantText at={loan.at} style="time" />
              </Text>
            </Row>
          </LoanLine>
        ))}
      </ol>
    </Panel>
  );
}

function Deeds({ loan }: { loan: WorkedLoan }) {
  const { t } = useTranslation(['work-queue', 'contact-log']);
  const format = useFormat();
  const { outcome, promisedMinor, collectedMinor, currency } = loan;
  const amount = (minor: number) => isolated(format.money(minor, currency));
  const deeds = [
    ...(outcome && (outcome !== 'promised' || promisedMinor === 0)
      ? [t(`contact-log:outcome.${outcome}`)]
      : []),
    ...(promisedMinor > 0 ? [t('worked.promised', { amount: amount(promisedMinor) })] : []),
    ...(collectedMinor > 0 ? [t('worked.collected', { amount: amount(collectedMinor) })] : []),
  ];
  return <>{deeds.join(' · ')}</>;
}
