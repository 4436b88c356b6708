import type { CalendarDayKind } from '@bursar/contracts/choices';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { useLastShown } from '../../../ui/overlay/use-overlay.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { loansOfDayQuery } from './calendar.queries.ts';

type LoansOfDayProps = {
  readonly shown: { readonly day: string; readonly kind: CalendarDayKind } | null;
  readonly onClose: () => void;
};

/** The loans behind a figure of the calendar, in a drawer next to it. */
export function LoansOfDay({ shown, onClose }: LoansOfDayProps) {
  const { t } = useTranslation('calendar');
  const format = useFormat();
  const last = useLastShown(shown);
  const title = last && t(`${last.kind}On`, { day: format.day(last.day, 'long') });
  return (
    <SideDrawer opened={shown !== null} onClose={onClose} title={title ?? ''}>
      {last && <LoanLines {...last} />}
    </SideDrawer>
  );
}

function LoanLines({ day, kind }: NonNullable<LoansOfDayProps['shown']>) {
  const { t } = useTranslation('calendar');
  const query = useInfiniteQuery(loansOfDayQuery(day, kind));
  const rows = query.data?.pages.flatMap((page) => page.rows);
  // Administrators cannot open a loan's page.
  const opens = useSession()?.role !== 'admin';
  return (
    <Loaded
      load={{ data: rows, failure: failureOf(query) }}
      waiting={<SkeletonLines lines={8} />}
      isEmpty={(loans) => loans.length === 0}
      empty={<EmptyState title={t('noLoans')} />}
    >
      {(loans) => (
        <Stack gap={2}>
          <Box as="ul">
            {loans.map(({ loanId, reference, borrower, amountMinor, currency }) => (
              <Box
                flow="row"
                as="li"
                key={loanId}
                justify="between"
                wrap={false}
                pad={[2, 0]}
                line="below"
              >
                <span>
                  <bdi>{borrower}</bdi>
                  <Text tone="muted" size="caption">
                    {opens ? <Link to={paths.loanDetails(loanId)}>{reference}</Link> : reference}
                  </Text>
                </span>
                <Money amountMinor={amountMinor} currency={currency} />
              </Box>
            ))}
          </Box>
          <MoreRows shown={loans.length} pages={query} />
        </Stack>
      )}
    </Loaded>
  );
}
