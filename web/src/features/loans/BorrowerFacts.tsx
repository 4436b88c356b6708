import { keysOf } from '@bursar/contracts/fact-kinds';
import { borrowerFacts } from '@bursar/contracts/facts';
import { useTranslation } from 'react-i18next';
import { useClosedChannels } from '../../lib/use-closed-channels.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { PhoneText } from '../../ui/format/PhoneText.tsx';
import { ReachLink } from '../../ui/status/ReachLink.tsx';
import { BorrowerName } from './BorrowerName.tsx';
import { Fact, FactLines, FactList } from './FactList.tsx';
import type { LoanDetails } from './loans.queries.ts';

/** Who owes the loan, as far as the tape told. */
export function BorrowerFacts({ loan }: { loan: LoanDetails }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const { borrower, currency } = loan;
  const closed = useClosedChannels({ ...borrower, quietHours: loan.quietHours }, format.time);
  const { phone, email } = borrower;
  return (
    <FactList title={t('terms.borrower')}>
      <Fact words="name">
        <BorrowerName name={borrower.name} externalId={borrower.externalId ?? loan.externalId} />
      </Fact>
      <Fact words="borrowerNumber">{borrower.externalId}</Fact>
      <Fact words="phone">
        {phone && (
          <ReachLink href={`tel:${phone}`} closed={closed('call')}>
            <PhoneText number={phone} />
          </ReachLink>
        )}
      </Fact>
      <Fact words="email">
        {email && (
          <ReachLink href={`mailto:${email}`} closed={closed('email')}>
            <bdi dir="ltr">{email}</bdi>
          </ReachLink>
        )}
      </Fact>
      <FactLines names={facts} looks={borrowerFacts} values={borrower} currency={currency} />
    </FactList>
  );
}

/** The name stands above them. */
const facts = keysOf(borrowerFacts).filter((name) => name !== 'name');
