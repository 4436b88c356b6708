import type { LoanParty } from '@bursar/contracts/records/loan-parties';
import type { QuietHoursNow } from '@bursar/contracts/access/quiet-hours';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { loanPartiesQuery } from '../loan-parties/loan-parties-query.ts';
import { useClosedChannels } from '../../servicing/loan-account/use-closed-channels.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ReachLink } from '../../../ui/status/ReachLink.tsx';
import { usePartyName } from './use-party-name.ts';

// Loaded on first use, because most loans have only one borrower.
const EndLoanParty = lazy(async () => ({
  default: (await import('./EndLoanParty.tsx')).EndLoanParty,
}));

type Loan = {
  readonly id: string;
  readonly quietHours: QuietHoursNow;
  readonly paymentRefusal: string | null;
};

/** The loan's parties other than its first borrower, and how to contact them. */
export function LoanParties({ loan }: { readonly loan: Loan }) {
  const { t } = useTranslation('borrowers');
  const format = useFormat();
  const titleId = useId();
  const mayChange = useMay('change-loan-parties');
  const { data } = useQuery(loanPartiesQuery(loan.id));
  const parties = data?.parties ?? [];
  if (parties.length === 0) return null;
  const current = parties.filter(({ ended }) => ended === null);
  const former = parties.filter(({ ended }) => ended !== null);
  return (
    <section aria-labelledby={titleId}>
      <Text as="h2" id={titleId} size="caption" tone="muted" weight="medium">
        {t('parties.title')}
      </Text>
      {current.length > 0 && (
        <Stack as="ul" gap={0}>
          {current.map((party) => (
            <Party key={party.id} loan={loan} party={party} mayEnd={mayChange} />
          ))}
        </Stack>
      )}
      {former.length > 0 && (
        <Box as="details" size="table">
          <Text as="summary" tone="muted">
            {t('parties.former', { count: former.length, figure: format.count(former.length) })}
          </Text>
          <Stack as="ul" gap={0}>
            {former.map((party) => (
              <FormerParty key={party.id} party={party} />
            ))}
          </Stack>
        </Box>
      )}
    </section>
  );
}

type PartyProps = {
  readonly loan: Loan;
  readonly party: LoanParty;
  readonly mayEnd: boolean;
};

function Party({ loan, party, mayEnd }: PartyProps) {
  const { t } = useTranslation('borrowers');
  const format = useFormat();
  const [isEnding, setEnding] = useState(false);
  const { borrower, role, phone, note, withdrawnChannels } = party;
  const { quietHours } = loan;
  const closed = useClosedChannels({ withdrawnChannels, quietHours }, format.time);
  const name = usePartyName(party);
  return (
    <Box flow="row" as="li" gap={3} lines={1} align="center" size="table" breaks pad={[1, 0]}>
      <Link to={paths.borrower(borrower.id)}>
        <bdi>{name}</bdi>
      </Link>
      <Text as="span" tone="muted">
        {t(`loanRole.${role}`)}
      </Text>
      {phone && (
        <ReachLink href={`tel:${phone}`} closed={closed('call')}>
          <PhoneText number={phone} />
        </ReachLink>
      )}
      {note && (
        <Text as="span" tone="muted" size="caption">
          <bdi>{note}</bdi>
        </Text>
      )}
      {mayEnd && (
        <Button
          kind="quiet"
          size="compact"
          aria-label={t('parties.endOf', { name })}
          onClick={() => setEnding(true)}
        >
          {t('parties.end')}
        </Button>
      )}
      <Suspense>
        {isEnding && (
          <EndLoanParty loanId={loan.id} party={party} onClose={() => setEnding(false)} />
        )}
      </Suspense>
    </Box>
  );
}

/**
 * An ended party, without link and phone number: users of the loan have no more reason to contact
 * that party.
 */
function FormerParty({ party }: { readonly party: LoanParty }) {
  const { t } = useTranslation('borrowers');
  const { role, ended } = party;
  return (
    <Box flow="stack" as="li" gap={0} size="table" breaks pad={[1, 0]}>
      <span>
        <bdi>{usePartyName(party)}</bdi> · {t(`loanRole.${role}`)}
      </span>
      {ended && (
        <Text as="span" tone="muted" size="caption">
          <bdi>{ended.reason}</bdi> · <InstantText at={ended.at} style="medium" /> ·{' '}
          <bdi>{ended.by}</bdi>
        </Text>
      )}
    </Box>
  );
}
