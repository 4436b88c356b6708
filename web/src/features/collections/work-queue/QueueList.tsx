import type { QueueItem } from '@bursar/contracts/collections/work-queue';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ArrearsBadge } from '../../servicing/loan-account/ArrearsBadge.tsx';
import { ListRow } from '../../../ui/list/ListRow.tsx';
import { useScrollEdges } from '../../../ui/scroll/use-scroll-edges.ts';
import { dueOfAll, latestOf, reasonTexts } from './queue-text.ts';
import classes from './QueueList.module.css';

type QueueListProps = {
  readonly items: readonly QueueItem[];
  /** The currency of the figures above; an amount shows its currency only if that differs. */
  readonly currency: string;
  /** The total number of borrowers; the list shows only the first ones. */
  readonly left: number;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
};

/**
 * The queue in order: each borrower with the first reason, the sum due on all their loans in the
 * shown loan's currency, and the days past due of their longest overdue loan.
 */
export function QueueList({ items, currency, left, chosen, onChoose }: QueueListProps) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const list = useRef<HTMLOListElement>(null);
  useScrollEdges(list);
  useEffect(() => {
    list.current?.children.item(chosen)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <Box shrinks className={classes.frame}>
      <ol ref={list} className={classes.list} aria-label={t('queue.list')}>
        {items.map((item, index) => (
          <li key={item.loanId}>
            <ListRow
              as="button"
              lined
              className={classes.row}
              aria-current={index === chosen || undefined}
              onClick={() => onChoose(index)}
            >
              <Text as="span" weight="medium" clip>
                <bdi>{item.borrower ?? '–'}</bdi>
                <Text as="span" tone="muted" size="table" tabular className={classes.reference}>
                  {item.reference}
                  {item.otherLoans.length > 0 && (
                    <>
                      {' '}
                      {t('otherLoans.further', {
                        count: item.otherLoans.length,
                        figure: format.count(item.otherLoans.length),
                      })}
                    </>
                  )}
                </Text>
              </Text>
              <Text
                as="span"
                tone="muted"
                size="table"
                className={classes.reason}
                data-urgency={urgencyOf(item)}
              >
                {reasonTexts(item, { t, format })[0]}
                {item.triedAt && (
                  <>
                    {' · '}
                    {t('queue.tried', { time: format.instant(item.triedAt, 'time') })}
                  </>
                )}
              </Text>
              <span className={classes.amount}>
                <Money
                  amountMinor={dueOfAll(item)}
                  currency={item.currency}
                  withCurrency={item.currency !== currency}
                />
              </span>
              <span className={classes.late}>
                <ArrearsBadge {...latestOf(item)} />
              </span>
            </ListRow>
          </li>
        ))}
      </ol>
      {left > items.length && (
        <Box as="p" tone="muted" size="caption" pad={[2, 4]} line="above">
          {t('queue.moreBorrowers', {
            count: left - items.length,
            figure: format.count(left - items.length),
          })}
        </Box>
      )}
    </Box>
  );
}

/**
 * The urgency of the item's first reason, shown as a mark: most rows of a busy day are urgent, so
 * coloured sentences would fill the list.
 */
function urgencyOf({ reasons: [first] }: QueueItem) {
  if (first === 'promise-broken' || first === 'try-again') return 'late';
  return first === 'promise-due' || first === 'due-today' ? 'soon' : undefined;
}
