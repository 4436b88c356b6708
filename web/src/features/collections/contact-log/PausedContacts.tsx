import type { ContactPause } from '@bursar/contracts/collections/contact-log';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loanWorkQuery } from '../../servicing/loan-account/loan-work-query.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { WrittenText } from '../../../ui/format/WrittenText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { CellPair } from '../../../ui/table/CellPair.tsx';
import { FigureTable, type FigureColumn } from '../../../ui/table/FigureTable.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { pausesQuery, type PausedLoan } from './contact-pauses.query.ts';
import { useIsPhone } from '../../../ui/state/use-media.ts';

/** Loaded on first use: the form is larger than the list. */
const ResolvePauseDialog = lazy(async () => ({
  default: (await import('./ResolvePauseDialog.tsx')).ResolvePauseDialog,
}));

/** The loans whose contact is paused, oldest first; renders nothing if there are none. */
export function PausedContacts() {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const query = useInfiniteQuery(pausesQuery);
  const isPhone = useIsPhone();
  const [chosen, setChosen] = useState<PausedLoan | null>(null);
  const [opened, setOpened] = useState(false);
  const mayResolve = useMay('resolve-disputes');
  const columns = usePauseColumns({
    isPhone,
    onResolve: mayResolve
      ? (pause) => {
          setChosen(pause);
          setOpened(true);
        }
      : null,
  });
  const pages = query.data?.pages ?? [];
  const count = pages.at(-1)?.count ?? 0;
  const pauses = pages.flatMap((page) => page.pauses);
  return (
    <>
      {count > 0 && (
        <Panel
          title={t('pause.title')}
          note={t('pause.note', { count, figure: format.count(count) })}
        >
          <FigureTable
            label={t('pause.title')}
            rows={pauses}
            rowId={({ contactId }) => contactId}
            columns={columns}
          />
          <MoreRows shown={pauses.length} all={count} pages={query} />
        </Panel>
      )}
      {chosen && (
        <Suspense>
          <ResolvePauseDialog pause={chosen} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}

type PauseColumnsOptions = {
  readonly isPhone: boolean;
  /** Null if the user may not resolve a case. */
  readonly onResolve: ((pause: PausedLoan) => void) | null;
};

function usePauseColumns(options: PauseColumnsOptions): readonly FigureColumn<PausedLoan>[] {
  const { isPhone, onResolve } = options;
  const { t } = useTranslation('contact-log');
  const loanLink = ({ loanId, reference }: PausedLoan) => (
    <TextLink plain weight="medium" to={paths.loanDetails(loanId)}>
      {reference}
    </TextLink>
  );
  const act = {
    id: 'act',
    header: t('pause.act'),
    align: 'action' as const,
    cell: (pause: PausedLoan) => (
      <Button size="compact" kind="quiet" onClick={() => onResolve?.(pause)}>
        {t('pause.resolve')}
      </Button>
    ),
  };
  const loan = {
    id: 'loan',
    header: t('pause.loan'),
    wide: true,
    cell: (pause: PausedLoan) => (
      <CellPair
        first={loanLink(pause)}
        second={
          <>
            <bdi>{pause.borrower ?? '–'}</bdi> · <bdi>{pause.agent ?? '–'}</bdi>
          </>
        }
      />
    ),
  };
  const cause = {
    id: 'cause',
    header: t('pause.cause'),
    wide: true,
    wraps: true,
    cell: (pause: PausedLoan) => (
      <CellPair first={causeText(pause, t)} second={<bdi>{pause.note}</bdi>} />
    ),
  };
  const paused = {
    id: 'paused',
    header: t('pause.paused'),
    cell: ({ pausedAt, loggedBy }: PausedLoan) => (
      <CellPair first={<InstantText at={pausedAt} />} second={<bdi>{loggedBy}</bdi>} />
    ),
  };
  return [loan, cause, ...(isPhone ? [] : [paused]), ...(onResolve ? [act] : [])];
}

function causeText({ cause, disputeReason }: ContactPause, t: TFunction<'contact-log'>): string {
  if (cause === 'deceased') return t('pause.deceased');
  if (disputeReason === null) return t('pause.disputedOnly');
  return t('pause.disputed', { reason: t(`disputeReason.${disputeReason}`) });
}

/** Shows on a loan's page why the contact about the loan is paused. */
export function LoanPauses({
  loan,
}: {
  loan: { readonly id: string; readonly reference: string };
}) {
  const { t } = useTranslation('contact-log');
  const { data } = useQuery(loanWorkQuery(loan.id));
  const mayResolve = useMay('resolve-disputes');
  const [resolving, setResolving] = useState<string | null>(null);
  const pauses = data?.pauses ?? [];
  return (
    <>
      {pauses.map((pause) => (
        <Box key={pause.contactId} below={4}>
          <Note kind="soon">
            <p>
              {causeText(pause, t)} · {t('pause.since')} <InstantText at={pause.pausedAt} /> ·{' '}
              <bdi>{pause.loggedBy}</bdi>
            </p>
            {pause.note !== '' && <WrittenText>{pause.note}</WrittenText>}
            {mayResolve && (
              <Button size="compact" kind="quiet" onClick={() => setResolving(pause.contactId)}>
                {t('pause.resolve')}
              </Button>
            )}
          </Note>
          {mayResolve && (
            <Suspense>
              <ResolvePauseDialog
                pause={{ loanId: loan.id, reference: loan.reference, contactId: pause.contactId }}
                opened={resolving === pause.contactId}
                onClose={() => setResolving(null)}
              />
            </Suspense>
          )}
        </Box>
      ))}
    </>
  );
}
