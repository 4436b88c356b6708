import { addDays, calendarDate } from '@bursar/loan-maths/calendar';
import {
  earlierPromiseChoices,
  PROMISE_LINES_MAX,
} from '@bursar/contracts/servicing/promises.values';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldOf } from '../../../lib/form-fields.ts';
import { loanWorkQuery } from '../../servicing/loan-account/loan-work-query.ts';
import { usualAmounts } from '../../servicing/loan-account/usual-amounts.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { DayField } from '../../../ui/form/DayField.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { AmountPicks, QuickPicks } from '../../../ui/form/QuickPicks.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import type { CallLoan } from './call-loans.ts';
import { promisesQuery } from './contact-log.queries.ts';
import { ExceededLimits } from './ExceededLimits.tsx';
import { InstalmentFields } from './InstalmentFields.tsx';
import {
  emptyLine,
  totalOf,
  type PromiseDraft,
  type PromiseLineDraft,
  type PromisingLoan,
} from './promise-draft.ts';
import classes from './PromiseLines.module.css';

type PromiseLinesProps = {
  readonly loan: PromisingLoan;
  readonly draft: PromiseDraft;
  readonly onChange: (changes: Partial<PromiseDraft>) => void;
  /** The props of a field by its name in the promise: `lines.0.amountMinor`, `lines`, `earlier`. */
  readonly propsOf: (name: string) => FieldProps;
  readonly focusFirst?: boolean;
  /** The loans of the call that receive some of the promise, if the call is about several. */
  readonly others?: readonly CallLoan[];
  /** True if the promise always replaces the waiting ones; the user is then not asked. */
  readonly replacesEarlier?: boolean;
  /** Shown in place of the limits of one loan, such as the promised amounts on each loan. */
  readonly shares?: ReactNode;
};

type FieldProps = Pick<FieldOf<unknown>, 'id' | 'error' | 'onUnreadable'>;

/**
 * The lines of a promise: an amount and a day each. If an earlier promise is waiting, the user is
 * asked whether the new promise replaces it, unless `replacesEarlier` is set.
 */
export function PromiseLines(props: PromiseLinesProps) {
  const { loan, draft, onChange, propsOf, focusFirst = false, shares } = props;
  const { replacesEarlier = false } = props;
  const { t } = useTranslation('contact-log');
  const [isSplitting, setSplitting] = useState(false);
  const { lines } = draft;
  const change = (key: string, changes: Partial<PromiseLineDraft>) =>
    onChange({ lines: lines.map((line) => (line.key === key ? { ...line, ...changes } : line)) });
  const { id, error } = propsOf('lines');
  return (
    <>
      {!replacesEarlier && <EarlierPromise {...props} />}
      <Stack gap={4} id={id} tabIndex={-1}>
        {lines.map((line, at) => (
          <LineFields
            key={line.key}
            loan={loan}
            line={line}
            at={at}
            isOnly={lines.length === 1}
            propsOf={propsOf}
            focusFirst={focusFirst && at === 0}
            onChange={(changes) => change(line.key, changes)}
            onRemove={() => onChange({ lines: lines.filter(({ key }) => key !== line.key) })}
          />
        ))}
        {lines.length > 1 && (
          <Row as="p" justify="between" weight="medium" aria-live="polite">
            <span>{t('promise.total')}</span>
            <Money amountMinor={totalOf(lines)} currency={loan.currency} />
          </Row>
        )}
        {error && (
          <Text tone="late" size="caption">
            {error}
          </Text>
        )}
      </Stack>
      <Row gap={2}>
        <Button
          size="compact"
          icon={<IconPlus size={16} stroke={1.5} />}
          disabled={lines.length >= PROMISE_LINES_MAX}
          onClick={() => onChange({ lines: [...lines, emptyLine()] })}
        >
          {t('promise.addLine')}
        </Button>
        <Button
          size="compact"
          aria-expanded={isSplitting}
          onClick={() => setSplitting(!isSplitting)}
        >
          {t('promise.inInstalments')}
        </Button>
      </Row>
      {shares ?? <ExceededLimits loan={loan} draft={draft} />}
      {isSplitting && (
        <InstalmentFields
          loan={loan}
          first={lines[0]}
          onFill={(filled) => {
            onChange({ lines: filled });
            setSplitting(false);
          }}
        />
      )}
    </>
  );
}

type LineFieldsProps = Pick<PromiseLinesProps, 'loan' | 'propsOf'> & {
  readonly line: PromiseLineDraft;
  readonly at: number;
  readonly isOnly: boolean;
  readonly focusFirst: boolean;
  readonly onChange: (changes: Partial<PromiseLineDraft>) => void;
  readonly onRemove: () => void;
};

/** The amount and the day of a line; a promise in one line has buttons for the usual values. */
function LineFields(props: LineFieldsProps) {
  const { loan, line, at, isOnly, propsOf, focusFirst, onChange, onRemove } = props;
  const { t } = useTranslation(['contact-log', 'payments']);
  const format = useFormat();
  const place = format.count(at + 1);
  const amount = (
    <MoneyField
      {...propsOf(`lines.${at}.amountMinor`)}
      value={line.amountMinor}
      onChange={(amountMinor) => onChange({ amountMinor })}
      label={t('promise.amount')}
      currency={loan.currency}
      required
      focusFirst={focusFirst}
    />
  );
  const day = (
    <DayField
      {...propsOf(`lines.${at}.promisedOn`)}
      value={line.promisedOn}
      onChange={(promisedOn) => onChange({ promisedOn })}
      label={t('promise.day')}
      today={loan.businessDate}
      earliest={loan.businessDate}
      required
    />
  );
  if (!isOnly) {
    return (
      <fieldset className={classes.line}>
        <legend className="unseen">{t('promise.line', { place })}</legend>
        {amount}
        {day}
        <IconButton
          className={classes.remove}
          label={t('promise.removeLine', { place })}
          icon={<IconTrash size={16} stroke={1.5} />}
          onClick={onRemove}
        />
      </fieldset>
    );
  }
  // One press of Tab moves from the amount to the day, so the usual values come after both; on the
  // screen they are below their field.
  return (
    <div className={classes.only}>
      {amount}
      {day}
      <AmountPicks
        label={t('payments:usual.label')}
        currency={loan.currency}
        amounts={usualAmounts(loan, (amountKey) => t(`payments:usual.${amountKey}`))}
        onPick={(amountMinor) => onChange({ amountMinor })}
      />
      <UsualDays loan={loan} onChoose={(promisedOn) => onChange({ promisedOn })} />
    </div>
  );
}

const usualDays = [0, 1, 7];

type UsualDaysProps = { loan: PromisingLoan; onChoose: (day: string) => void };

function UsualDays({ loan, onChoose }: UsualDaysProps) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  return (
    <QuickPicks
      label={t('promise.usualDays')}
      picks={usualDays.map((days) => {
        const day = addDays(calendarDate(loan.businessDate), days);
        return {
          id: day,
          label: days > 1 ? format.day(day, 'short') : t(days === 0 ? 'today' : 'tomorrow'),
          onPick: () => onChoose(day),
        };
      })}
    />
  );
}

/**
 * Asks whether the promise replaces the waiting promises or is added to them; renders nothing if
 * none is waiting.
 */
function EarlierPromise({ loan, draft, onChange, propsOf, others = [] }: PromiseLinesProps) {
  const { t } = useTranslation('contact-log');
  const format = useFormat();
  const waiting = useWaitingLines(loan.id);
  // The server may know of a promise that was made after the form opened.
  const { id, error } = propsOf('earlier');
  const further = others.flatMap(({ promise, ...one }) => (promise ? { ...one, promise } : []));
  if (waiting.length + further.length === 0 && error === undefined) return null;
  return (
    <Stack gap={2}>
      <ChoiceField
        id={id}
        error={error}
        label={t('promise.earlier')}
        choices={earlierPromiseChoices.map((value) => ({
          value,
          label: t(`promise.earlierChoice.${value}`),
        }))}
        value={draft.earlier}
        onChange={(earlier) => onChange({ earlier })}
      />
      {waiting.map(({ id: lineId, amountMinor, promisedOn }) => (
        <Text key={lineId} tone="muted" size="table">
          {t('promise.waits', {
            amount: format.amount(amountMinor, loan.currency),
            day: format.day(promisedOn),
          })}
        </Text>
      ))}
      {further.map(({ id: loanId, reference, promise, currency }) => (
        <Text key={loanId} tone="muted" size="table">
          {t('loans.waits', {
            reference,
            amount: format.amount(promise.amountMinor, currency),
            day: format.day(promise.promisedOn),
          })}
        </Text>
      ))}
    </Stack>
  );
}

/**
 * Returns the waiting lines of a loan's promises, the earliest day first; until they have loaded,
 * at most the next line.
 */
export function useWaitingLines(loanId: string, enabled = true) {
  const { data } = useQuery({ ...promisesQuery(loanId), enabled });
  // The loan's page reads the next line as well. It is shown until all lines have loaded, so that
  // the form does not move.
  const work = useQuery({ ...loanWorkQuery(loanId), enabled: enabled && data === undefined }).data;
  if (data === undefined) return work?.promise ? [{ id: 'next', ...work.promise }] : [];
  return data.promises
    .flatMap((promise) => promise.lines)
    .filter(({ state }) => state === 'waiting')
    .map(({ id, amountMinor, promisedOn }) => ({ id, amountMinor, promisedOn }))
    .toSorted((one, other) => (one.promisedOn < other.promisedOn ? -1 : 1));
}
