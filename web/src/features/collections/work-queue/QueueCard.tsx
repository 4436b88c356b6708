import { contactOutcomes } from '@bursar/contracts/choices';
import type { ContactOutcome } from '@bursar/contracts/collections/contact-outcomes';
import { contactChannels } from '@bursar/contracts/records/closed-channels';
import type { QuietHoursNow } from '@bursar/contracts/access/quiet-hours';
import type { QueueItem } from '@bursar/contracts/collections/work-queue';
import { IconChevronLeft, IconChevronRight, IconPhone } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useClosedChannels } from '../../servicing/loan-account/use-closed-channels.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { RefusedButton } from '../../../ui/button/RefusedButton.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { PinnedNote } from '../../../ui/page/PinnedNote.tsx';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { ArrearsBadge } from '../../servicing/loan-account/ArrearsBadge.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { BorrowerLoans } from './BorrowerLoans.tsx';
import { contactLine, dueOfAll, reasonTexts } from './queue-text.ts';
import { outcomeKeys } from '../../../lib/outcome-keys.ts';
import classes from './QueueCard.module.css';

export type QueueAction = 'call' | 'contact' | 'payment' | 'note' | 'next-action' | 'snooze';

/** Opens the form of an action; an outcome's own key opens the call form with that outcome. */
export type OnAct = (action: QueueAction, item: QueueItem, outcome?: ContactOutcome) => void;

type QueueCardProps = {
  readonly item: QueueItem;
  readonly quietHours: QuietHoursNow;
  readonly place: { readonly number: number; readonly of: number };
  readonly onNext: () => void;
  readonly onPrevious: () => void;
  /** Undefined if the user only reads the queue. */
  readonly onAct?: OnAct;
  readonly onShow?: (item: QueueItem) => void;
};

/**
 * The current borrower: the most urgent loan with its reasons and amounts, the other loans, and a
 * shortcut key for every action.
 */
export function QueueCard(props: QueueCardProps) {
  const { item, place, onNext, onPrevious, onAct } = props;
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  const show = useEffectEvent(() => props.onShow?.(item));
  useEffect(() => show(), [item.loanId]);
  useQueueKeys(props);
  return (
    <article className={classes.card} aria-label={item.reference}>
      <Row as="header" gap={1} wrap={false}>
        <Box as="span" grow tone="muted" size="caption" tabular>
          {t('queue.place', { number: format.count(place.number), all: format.count(place.of) })}
        </Box>
        <IconButton
          size="compact"
          label={t('queue.previous')}
          title={`${t('queue.previous')} (K)`}
          aria-keyshortcuts="K"
          icon={<IconChevronLeft size={18} stroke={1.5} className="mirrors" />}
          onClick={onPrevious}
        />
        <IconButton
          size="compact"
          label={t('queue.next')}
          title={`${t('queue.next')} (J)`}
          aria-keyshortcuts="J"
          icon={<IconChevronRight size={18} stroke={1.5} className="mirrors" />}
          onClick={onNext}
        />
      </Row>
      <Box as="h2" size="title" weight="strong" breaks className={classes.name}>
        <TextLink plain quiet to={paths.loanDetails(item.loanId)}>
          <bdi>{item.borrower ?? item.reference}</bdi>
        </TextLink>
      </Box>
      <Row as="p" gap={4} align="stretch" tone="muted" tabular>
        {item.reference}
        {item.phone && <PhoneText number={item.phone} />}
      </Row>
      {item.coverFor && (
        <Text tone="muted" size="table">
          {t('covers.loan', {
            name: item.coverFor.agent,
            until: format.day(item.coverFor.untilOn, 'short'),
          })}
        </Text>
      )}
      <ClosedChannels {...props} />
      <PinnedNote note={item.pinnedNote} />
      <Box as="ul" weight="medium">
        {reasonTexts(item, { t, format }).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </Box>
      <Facts item={item} />
      <BorrowerLoans loans={item.otherLoans} />
      <QueueHistory item={item} />
      {onAct && <Actions {...props} onAct={onAct} />}
    </article>
  );
}

function Facts({ item }: { item: QueueItem }) {
  const { t } = useTranslation('work-queue');
  const format = useFormat();
  return (
    <Box
      flow="grid"
      as="dl"
      columns="max-content minmax(0, 1fr) max-content minmax(0, 1fr)"
      lines={1}
      gap={6}
      size="table"
      tabular
      className={classes.facts}
    >
      <Fact name={t('fact.due')}>
        <Money amountMinor={item.dueMinor} currency={item.currency} />
      </Fact>
      {item.otherLoans.length > 0 && (
        <Fact name={t('fact.dueOfAll')}>
          <Money amountMinor={dueOfAll(item)} currency={item.currency} />
        </Fact>
      )}
      <Fact name={t('fact.outstanding')}>
        <Money amountMinor={item.outstandingMinor} currency={item.currency} />
      </Fact>
      <Fact name={t('fact.late')}>
        <ArrearsBadge bucket={item.bucket} daysPastDue={item.daysPastDue} />
      </Fact>
      {item.promise?.state === 'waiting' && !item.reasons.includes('promise-due') && (
        <Fact name={t('fact.promise')}>
          <Money amountMinor={item.promise.amountMinor} currency={item.currency} />
          {' · '}
          {format.day(item.promise.promisedOn, 'short')}
        </Fact>
      )}
      {item.nextAction && !item.reasons.includes('next-action') && (
        <Fact name={t('fact.nextAction')}>
          <bdi>{item.nextAction.what}</bdi>
          {' · '}
          {format.day(item.nextAction.dueOn, 'short')}
        </Fact>
      )}
      <Fact name={t('fact.touched')}>
        {item.touchedOn ? format.day(item.touchedOn) : t('fact.never')}
      </Fact>
    </Box>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Text as="dt" tone="muted">
        {name}
      </Text>
      <dd>{children}</dd>
    </>
  );
}

/** The reasons why channels are closed now, each reason once. */
function ClosedChannels({ item, quietHours }: Pick<QueueCardProps, 'item' | 'quietHours'>) {
  const format = useFormat();
  const closed = useClosedChannels({ ...item, quietHours }, format.time);
  const reasons = new Set(contactChannels.flatMap((channel) => closed(channel) ?? []));
  if (reasons.size === 0) return null;
  return (
    <Box as="ul" tone="muted" size="table">
      {[...reasons].map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </Box>
  );
}

type ActionsProps = Pick<QueueCardProps, 'item' | 'quietHours'> & {
  readonly onAct: NonNullable<QueueCardProps['onAct']>;
};

function Actions({ item, quietHours, onAct }: ActionsProps) {
  const { t } = useTranslation('work-queue');
  const dial = useRef<HTMLAnchorElement>(null);
  const format = useFormat();
  const closed = useClosedChannels({ ...item, quietHours }, format.time)('call');
  const act = (action: QueueAction) => () => onAct(action, item);
  const call = () => {
    dial.current?.click();
    onAct('call', item);
  };
  // The shortcut of a closed channel shows why it is closed, as the shortcut sheet does.
  useShortcut('c', closed === null ? call : () => notify.passing(closed), {
    label: closed === null ? t('action.call') : t('action.callClosed', { reason: closed }),
    opensNothing: true,
  });
  // The call form takes the focus at once, so the next keys need not wait for it.
  useShortcut('l', act('contact'), { label: t('action.contact'), opensNothing: true });
  useShortcut('p', act('payment'), { label: t('action.payment') });
  useShortcut('n', act('note'), { label: t('action.note') });
  useShortcut('a', act('next-action'), { label: t('action.nextAction') });
  useShortcut('s', act('snooze'), { label: t('action.snooze') });
  return (
    <Box flow="row" gap={2} align="stretch" pad={[3, 0, 0]} className={classes.actions}>
      {contactOutcomes.map((outcome) => (
        <OutcomeKey
          key={outcome}
          outcome={outcome}
          onPress={() => onAct('contact', item, outcome)}
        />
      ))}
      {/* A link, since only the browser can dial; the button also opens the call form. */}
      {item.phone && closed === null && (
        <a ref={dial} href={`tel:${item.phone}`} hidden aria-hidden="true" tabIndex={-1} />
      )}
      {closed === null ? (
        <Button
          kind="primary"
          shortcut="C"
          icon={<IconPhone size={18} stroke={1.5} />}
          onClick={call}
        >
          {t('action.call')}
        </Button>
      ) : (
        <RefusedButton reason={closed} icon={<IconPhone size={18} stroke={1.5} />}>
          {t('action.call')}
        </RefusedButton>
      )}
      <Button
        shortcut="L"
        kind={closed === null ? 'secondary' : 'primary'}
        onClick={act('contact')}
      >
        {t('action.contact')}
      </Button>
      <Button shortcut="P" onClick={act('payment')}>
        {t('action.payment')}
      </Button>
      <Button shortcut="N" onClick={act('note')}>
        {t('action.note')}
      </Button>
      <Button shortcut="A" onClick={act('next-action')}>
        {t('action.nextAction')}
      </Button>
      <Button shortcut="S" onClick={act('snooze')}>
        {t('action.snooze')}
      </Button>
    </Box>
  );
}

/** The key that opens the call form with an outcome. */
function OutcomeKey(props: { readonly outcome: ContactOutcome; readonly onPress: () => void }) {
  const { outcome, onPress } = props;
  const { t } = useTranslation('contact-log');
  const options = { label: t(`outcome.${outcome}`), opensNothing: true };
  useShortcut(outcomeKeys[outcome], onPress, options);
  return null;
}

/** Shortcut keys to move through the queue and to open the loan's page. */
function useQueueKeys({ item, onNext, onPrevious }: QueueCardProps): void {
  const { t } = useTranslation('work-queue');
  const navigate = useNavigate();
  useShortcut('j', onNext, { label: t('queue.next'), opensNothing: true });
  useShortcut('k', onPrevious, { label: t('queue.previous'), opensNothing: true });
  useShortcut('o', () => void navigate(paths.loanDetails(item.loanId)), {
    label: t('queue.openLoan'),
    opensNothing: true,
  });
}

/** The last note and contact attempts of a loan, to read before a call. */
function QueueHistory({ item: { lastNote, history } }: { item: QueueItem }) {
  const { t } = useTranslation(['work-queue', 'contact-log']);
  if (lastNote === null && history.length === 0) return null;
  return (
    <Stack size="table" as="section" gap={2} aria-label={t('history.title')}>
      {lastNote && (
        <blockquote className={classes.note}>
          <bdi>{lastNote.text}</bdi>
          <Box as="footer" tone="muted" size="caption">
            <bdi>{lastNote.by}</bdi> · <InstantText at={lastNote.at} style="ago" />
          </Box>
        </blockquote>
      )}
      {history.length > 0 && (
        <Box flow="stack" as="ul" gap={1} breaks>
          {history.map((contact) => (
            <li key={contact.id}>
              {contactLine(contact, t)}
              {contact.note !== '' && (
                <>
                  {' – '}
                  <bdi>{contact.note}</bdi>
                </>
              )}
              <Text tone="muted" size="caption">
                <bdi>{contact.by}</bdi> · <InstantText at={contact.at} style="ago" />
              </Text>
            </li>
          ))}
        </Box>
      )}
    </Stack>
  );
}
