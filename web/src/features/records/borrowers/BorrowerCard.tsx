import type {
  Borrower,
  BorrowerContact,
  ListBorrowerHistory,
} from '@bursar/contracts/records/borrowers';
import { keysOf, factsWith } from '@bursar/contracts/fact-kinds';
import { borrowerFacts, concerns } from '@bursar/contracts/facts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/paths.ts';
import { useClosedChannels } from '../../servicing/loan-account/use-closed-channels.ts';
import { FactText } from '../../../ui/fact/FactText.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { isolated } from '../../../ui/format/isolated.ts';
import { Money } from '../../../ui/format/Money.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { ArrearsBadge } from '../../servicing/loan-account/ArrearsBadge.tsx';
import { DrawerSection } from '../../../ui/overlay/DrawerSection.tsx';
import { ReachLink } from '../../../ui/status/ReachLink.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { loadOf } from '../../../lib/load-of.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Timeline } from '../../../ui/timeline/Timeline.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConsentList } from './ConsentList.tsx';
import { borrowerHistoryQuery } from './borrowers.queries.ts';
import classes from './Borrower.module.css';
import { Line, NoLonger, NotRecorded } from './CardParts.tsx';

type BorrowerCardProps = {
  readonly borrower: Borrower;
  /** The loan that the card is shown with: it is left out of the borrower's other loans. */
  readonly loan: { readonly id: string };
};

export function BorrowerCard({ borrower, loan: shown }: BorrowerCardProps) {
  const { t } = useTranslation('borrowers');
  const others = borrower.loans.filter(({ id }) => id !== shown.id);
  return (
    <Stack gap={5}>
      <DrawerSection title={t('part.contacts')}>
        <Contacts borrower={borrower} />
      </DrawerSection>
      <DrawerSection title={t('part.consent')}>
        <ConsentList borrower={borrower} />
      </DrawerSection>
      <DrawerSection title={t('part.work')}>
        <Facts borrower={borrower} />
      </DrawerSection>
      <DrawerSection title={t('part.loans')}>
        {others.length === 0 ? (
          <Box as="p" tone="muted" size="caption" pad={[3, 0]}>
            {t('noOtherLoans')}
          </Box>
        ) : (
          <Stack as="ul" gap={0}>
            {others.map((loan) => (
              <Line key={loan.id}>
                <Link to={paths.loanDetails(loan.id)}>{loan.reference}</Link>
                {loan.role !== 'first-borrower' && (
                  <Text as="span" tone="muted" size="caption">
                    {t(`loanRole.${loan.role}`)}
                  </Text>
                )}
                {loan.status === 'active' && (
                  <ArrearsBadge bucket={loan.bucket} daysPastDue={loan.daysPastDue} />
                )}
                <Box as="span" push>
                  <Money amountMinor={loan.outstandingMinor} currency={loan.currency} />
                </Box>
              </Line>
            ))}
          </Stack>
        )}
      </DrawerSection>
      <DrawerSection title={t('part.history')}>
        <BorrowerHistory borrowerId={borrower.id} />
      </DrawerSection>
    </Stack>
  );
}

export function Contacts({ borrower }: { readonly borrower: Borrower }) {
  const { t } = useTranslation('borrowers');
  const format = useFormat();
  const withdrawnChannels = borrower.consents
    .filter(({ state }) => state === 'withdrawn')
    .map(({ channel }) => channel);
  const { quietHours } = borrower;
  const closed = useClosedChannels({ withdrawnChannels, quietHours }, format.time);
  const live = borrower.contacts.filter(({ retired }) => retired === null);
  const retired = borrower.contacts.filter((contact) => contact.retired !== null);
  return (
    <>
      {live.length === 0 ? (
        <Box as="p" tone="muted" size="caption" pad={[3, 0]}>
          {t('noContacts')}
        </Box>
      ) : (
        <Stack as="ul" gap={0}>
          {live.map((contact) => (
            <ContactLine key={contact.id} contact={contact} closed={closed} />
          ))}
        </Stack>
      )}
      {retired.length > 0 && (
        <NoLonger
          summary={t('retired.title', {
            count: retired.length,
            figure: format.count(retired.length),
          })}
        >
          <Stack as="ul" gap={0}>
            {retired.map((contact) => (
              <RetiredLine key={contact.id} contact={contact} />
            ))}
          </Stack>
        </NoLonger>
      )}
    </>
  );
}

type ContactLineProps = {
  readonly contact: BorrowerContact;
  readonly closed: ReturnType<typeof useClosedChannels>;
};

function ContactLine({ contact, closed }: ContactLineProps) {
  const { t } = useTranslation('borrowers');
  const { kind, label, value, isPreferred, isReached, validFrom, validTo, addedBy } = contact;
  return (
    <Line>
      <Box flow="stack" as="span" gap={0} pad={[1, 0]}>
        <Reach kind={kind} value={value} closed={closed} />
        <Text as="span" tone="muted" size="caption">
          {t(`label.${label}`)}
          {isPreferred && <> · {t('preferred')}</>}
          {validFrom && (
            <>
              {' · '}
              {t('from')} <DayText day={validFrom} />
            </>
          )}
          {validTo && (
            <>
              {' · '}
              {t('until')} <DayText day={validTo} />
            </>
          )}
          {addedBy === null && <> · {t('fromTape')}</>}
        </Text>
      </Box>
      {isReached && kind === 'phone' && (
        <Box as="span" push>
          <StatusBadge tone="good">{t('reached')}</StatusBadge>
        </Box>
      )}
    </Line>
  );
}

/**
 * A retired contact, with the user who retired it, the time and the reason. It is not a link, so
 * that users do not call or write to it by mistake.
 */
function RetiredLine({ contact }: { contact: BorrowerContact }) {
  const { t } = useTranslation('borrowers');
  const { kind, value, retired } = contact;
  return (
    <Line>
      <s>{kind === 'phone' ? <PhoneText number={value} /> : <bdi>{value}</bdi>}</s>
      {retired && (
        <Text as="span" tone="muted" size="caption">
          {t(`retired.${retired.reason}`)} · <InstantText at={retired.at} style="medium" /> ·{' '}
          <bdi>{retired.by}</bdi>
        </Text>
      )}
    </Line>
  );
}

type ReachProps = Pick<BorrowerContact, 'kind' | 'value'> & Pick<ContactLineProps, 'closed'>;

function Reach({ kind, value, closed }: ReachProps) {
  if (kind === 'address') return <bdi>{value}</bdi>;
  return kind === 'phone' ? (
    <ReachLink href={`tel:${value}`} closed={closed('call')}>
      <PhoneText number={value} />
    </ReachLink>
  ) : (
    <ReachLink href={`mailto:${value}`} closed={closed('email')}>
      <bdi dir="ltr">{value}</bdi>
    </ReachLink>
  );
}

export function Facts({ borrower }: { borrower: Borrower }) {
  const { t } = useTranslation('facts');
  const names = shownFacts.filter((name) => concerns(name, borrower));
  const known = names.filter((name) => borrower[name] !== null);
  const unknown = names.filter((name) => borrower[name] === null);
  return (
    <>
      {known.length > 0 && (
        <Stack as="dl" gap={0}>
          {known.map((name) => (
            <Line as="div" key={name}>
              <Text as="dt" tone="muted" className={classes.name}>
                {t(name)}
              </Text>
              <dd>
                <FactText
                  name={name}
                  fieldFormat={borrowerFacts[name]}
                  value={borrower[name]}
                  currency={borrower.currency}
                />
              </dd>
            </Line>
          ))}
        </Stack>
      )}
      <NotRecorded names={unknown.map((name) => t(name))} />
    </>
  );
}

/** All facts except the name, which is the card's title. */
const shownFacts = keysOf(borrowerFacts).filter((name) => name !== 'name');

type HistoryEvent = AnswerOf<ListBorrowerHistory>['events'][number];

/**
 * The changes to the card and to identity documents, merges, and every consent given or withdrawn.
 */
export function BorrowerHistory({ borrowerId }: { borrowerId: string }) {
  const { t } = useTranslation('borrowers');
  const query = useQuery(borrowerHistoryQuery(borrowerId));
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<SkeletonLines lines={3} />}
      empty={
        <Box as="p" tone="muted" size="caption" pad={[3, 0]}>
          {t('noHistory')}
        </Box>
      }
      isEmpty={({ events }) => events.length === 0}
    >
      {({ events }) => (
        <Box pad={[4, 0, 0]}>
          <Timeline
            label={t('part.history')}
            events={events.map((event) => ({
              id: event.id,
              at: event.at,
              title: <Sentence event={event} />,
              by: event.by,
            }))}
          />
        </Box>
      )}
    </Loaded>
  );
}

const facts = keysOf(factsWith(borrowerFacts, 'editedWith'));

function Sentence({ event }: { event: HistoryEvent }) {
  const { t } = useTranslation(['borrowers', 'contact-log', 'facts']);
  const format = useFormat();
  const { consent, changed, merge, identityDocument } = event;
  if (merge) return <>{t('history.merged', merge)}</>;
  if (identityDocument) {
    const { did, kind, number } = identityDocument;
    const named = { kind: t(`identity.kind.${kind}`), number: isolated(number) };
    return <>{t(`history.document.${did}`, named)}</>;
  }
  if (consent) {
    const { channel, state, means } = consent;
    return (
      <>
        {t(`history.${state}`, {
          channel: t(`contact-log:channel.${channel}`),
          means: t(`means.${means}`),
        })}
      </>
    );
  }
  const names = [
    ...facts.filter((fact) => changed.includes(fact)).map((fact) => t(`facts:${fact}`)),
    ...(changed.includes('contacts') ? [t('contacts')] : []),
  ];
  return <>{t('history.changed', { facts: format.list(names) })}</>;
}
