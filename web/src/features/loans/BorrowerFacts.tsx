import { useTranslation } from 'react-i18next';
import { useClosedChannels } from '../../lib/use-closed-channels.ts';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { Money } from '../../ui/format/Money.tsx';
import { PhoneText } from '../../ui/format/PhoneText.tsx';
import { Rate } from '../../ui/format/Rate.tsx';
import { ReachLink } from '../../ui/status/ReachLink.tsx';
import { BorrowerName } from './BorrowerName.tsx';
import { Fact, FactList } from './FactList.tsx';
import { homeText } from './loan-words.ts';
import type { LoanDetails } from './loans.queries.ts';

/** Who owes the loan, as far as the tape told. */
export function BorrowerFacts({ loan }: { loan: LoanDetails }) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const { borrower, currency } = loan;
  const closed = useClosedChannels({ ...borrower, quietHours: loan.quietHours }, format.time);
  const { phone, email, employmentTitle, employmentYears, homeOwnership } = borrower;
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
      <Fact words="employment">{employmentTitle && <bdi>{employmentTitle}</bdi>}</Fact>
      <Fact words="employedFor">
        {employmentYears === null
          ? null
          : t('terms.years', { count: employmentYears, figure: format.count(employmentYears) })}
      </Fact>
      <Fact words="region">{borrower.region}</Fact>
      <Fact words="home">{homeOwnership && homeText(t, homeOwnership)}</Fact>
      <Fact words="income">
        {borrower.annualIncomeMinor === null ? null : (
          <Money amountMinor={borrower.annualIncomeMinor} currency={currency} />
        )}
      </Fact>
      <Fact words="debtToIncome">
        {borrower.debtToIncomePercent && <Rate percent={borrower.debtToIncomePercent} />}
      </Fact>
    </FactList>
  );
}
