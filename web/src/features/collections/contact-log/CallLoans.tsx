import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { dueMinorOn } from '../../servicing/loan-account/due-minor-on.ts';
import { ShareFields } from '../../servicing/loan-account/ShareFields.tsx';
import { ExceededLimits } from './ExceededLimits.tsx';
import { isCalledAbout, type CallLoan } from './call-loans.ts';
import { FIRST_BORROWER, isDisputed } from './contact-draft.ts';
import type { PromisingLoan } from './promise-draft.ts';
import type { ContactForm } from './use-contact-form.ts';
import classes from './CallLoans.module.css';

type CallLoansProps = { readonly loan: PromisingLoan; readonly form: ContactForm };

/** Lets the user choose the borrower's loans that the call is about; each gets an entry in its log. */
export function CalledLoans({ loan, form }: CallLoansProps) {
  const { t } = useTranslation('contact-log');
  const { others, values } = form;
  if (others.length === 0 || values.partner !== FIRST_BORROWER) return null;
  return (
    <LoanTicks label={t('loans.label')} hint={t('loans.meaning')}>
      <LoanTick loan={loan} checked disabled>
        <DueOn {...ownOf(loan)} /> · {t('loans.own')}
      </LoanTick>
      {others.map((other) => (
        <LoanTick
          key={other.loanId}
          loan={other}
          checked={isCalledAbout(values, other)}
          onChange={(isChosen) =>
            form.change({ loans: { ...values.loans, [other.loanId]: isChosen }, shares: {} })
          }
        >
          <DueOn {...other} />
          {other.state !== 'queue' && <> · {t(`loans.state.${other.state}`)}</>}
        </LoanTick>
      ))}
    </LoanTicks>
  );
}

const ownOf = (loan: PromisingLoan) => ({
  ...loan,
  dueMinor: dueMinorOn(loan, loan.businessDate),
});

type DueOnProps = Pick<CallLoan, 'dueMinor' | 'currency' | 'daysPastDue'>;

/** Shows the amount due on a loan, and its days past due. */
function DueOn({ dueMinor, currency, daysPastDue }: DueOnProps) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  return (
    <>
      <Money amountMinor={dueMinor} currency={currency} /> {t('loans.due')}
      {daysPastDue > 0 && (
        <> · {t('loans.late', { count: daysPastDue, days: format.count(daysPastDue) })}</>
      )}
    </>
  );
}

/** Lets the user choose the disputed loans of the call; contact about the others is not paused. */
export function DisputedLoans({ loan, form }: CallLoansProps) {
  const { t } = useTranslation('contact-log');
  const { shares, values } = form;
  const { id, error } = form.controlProps('disputed');
  if (shares.loans.length === 1) return null;
  return (
    <LoanTicks id={id} label={t('loans.disputed')} error={error}>
      {shares.loans.map((one) => (
        <LoanTick
          key={one.id}
          loan={one}
          checked={isDisputed(values, loan, one.id)}
          onChange={(isChosen) =>
            form.change({ disputed: { ...values.disputed, [one.id]: isChosen } })
          }
        />
      ))}
    </LoanTicks>
  );
}

/** Splits a payment over the loans of the call; each amount can be changed. */
export function PaymentShares({ loan, form }: CallLoansProps) {
  const { paid, loans } = form.shares;
  const { amountMinor } = form.values.payment;
  if (loans.length === 1 || amountMinor === null || amountMinor <= 0) return null;
  return (
    <ShareFields
      {...form.controlProps('payment.shares')}
      currency={loan.currency}
      loans={loans}
      paid={paid}
      onChange={(shares) => form.change({ shares })}
    />
  );
}

/** Shows the promised amount on each loan of the call, with the limits that it exceeds. */
export function PromiseShares({ loan, form }: CallLoansProps) {
  const { t } = useTranslation(['contact-log', 'payments']);
  const format = useFormat();
  const { promised, loans } = form.shares;
  const { promise } = form.values;
  if (promised.size === 0) return null;
  return (
    <Stack as="section" gap={2} size="table" aria-label={t('loans.promised')} aria-live="polite">
      <Text tone="muted">{t('payments:parts.rule')}</Text>
      <Stack as="ul" gap={1}>
        {loans.map((one) => (
          <Row as="li" key={one.id} lines={0} justify="between">
            <span>{one.reference}</span>
            <Text as="span" tone={promised.has(one.id) ? 'ink' : 'muted'} tabular>
              {promised
                .get(one.id)
                ?.map(({ amountMinor, promisedOn }) =>
                  [
                    format.amount(amountMinor ?? 0, loan.currency),
                    promisedOn && format.day(promisedOn, 'short'),
                  ].join(' · '),
                )
                .join(', ') ?? t('loans.noPromise')}
            </Text>
          </Row>
        ))}
      </Stack>
      {loans.map((one) => {
        const lines = promised.get(one.id);
        return lines === undefined ? null : (
          <ExceededLimits key={one.id} loan={one} draft={{ ...promise, lines }} isNamed />
        );
      })}
    </Stack>
  );
}

type LoanTicksProps = {
  readonly id?: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly children: ReactNode;
};

function LoanTicks({ id, label, hint, error, children }: LoanTicksProps) {
  const hintId = useId();
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={(hint ?? error) ? hintId : undefined}>
      <Box as="legend" size="table" weight="medium" below={1}>
        {label}
      </Box>
      <Stack as="ul" gap={1}>
        {children}
      </Stack>
      {(error ?? hint) && (
        <Text id={hintId} tone={error ? 'late' : 'muted'} size="caption">
          {error ?? hint}
        </Text>
      )}
    </fieldset>
  );
}

type LoanTickProps = {
  readonly loan: { readonly reference: string };
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange?: (isChosen: boolean) => void;
  readonly children?: ReactNode;
};

function LoanTick({ loan, checked, disabled = false, onChange, children }: LoanTickProps) {
  return (
    <li>
      <label className={classes.tick}>
        <TickBox
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange?.(event.currentTarget.checked)}
        />
        <Text as="span" size="table" tabular>
          {loan.reference}
        </Text>
        <Text as="span" tone="muted" size="table" tabular>
          {children}
        </Text>
      </label>
    </li>
  );
}
