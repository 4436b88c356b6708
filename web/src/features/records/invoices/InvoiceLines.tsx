import { INVOICE_LINES_MAX } from '@bursar/contracts/choices';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../../../lib/contract-form.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { MoneyField } from '../../../ui/form/MoneyField.tsx';
import { PercentField } from '../../../ui/form/PercentField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../ui/format/Money.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import {
  emptyLine,
  lineOfDue,
  liveTotals,
  type Due,
  type InvoiceValues,
  type LineValues,
} from './invoice-values.ts';
import type { InvoiceableLoan } from './invoices.queries.ts';
import { InvoiceTotals } from './InvoiceTotals.tsx';
import classes from './Invoice.module.css';

type InvoiceLinesProps = {
  readonly form: ContractForm<InvoiceValues>;
  readonly loan: InvoiceableLoan | null;
  readonly currency: string;
};

/** The lines of an invoice with their totals, which update while the user types. */
export function InvoiceLines({ form, loan, currency }: InvoiceLinesProps) {
  const { t } = useTranslation(['invoices', 'failures']);
  const { locale } = useFormat().settings;
  const [isChoosing, setChoosing] = useState(false);
  const { lines, language } = form.values;
  const totals = liveTotals(lines, locale);
  const put = (next: readonly LineValues[]) => form.change({ lines: next });
  return (
    <Box flow="stack" as="section" gap={4} shrinks aria-labelledby="invoice-lines-title">
      <Text as="h2" size="body" weight="strong" id="invoice-lines-title">
        {t('form.lines')}
      </Text>
      <Stack
        id={form.controlProps('lines').id}
        tabIndex={-1}
        gap={4}
        className={classes.editedLines}
      >
        {lines.map((line, at) => (
          <LineFields
            key={line.key}
            form={form}
            at={at}
            line={line}
            currency={currency}
            netMinor={totals?.netOf.get(line.key)}
            onChange={(changes) =>
              put(lines.map((one) => (one.key === line.key ? { ...one, ...changes } : one)))
            }
            onRemove={() => put(lines.filter(({ key }) => key !== line.key))}
          />
        ))}
      </Stack>
      <Row gap={2}>
        <Button
          size="compact"
          icon={<IconPlus size={16} stroke={1.5} />}
          disabled={lines.length >= INVOICE_LINES_MAX}
          onClick={() => put([...lines, emptyLine(lines.at(-1)?.taxPercent)])}
        >
          {t('form.addLine')}
        </Button>
        {loan && loan.dues.length > 0 && (
          <Button size="compact" onClick={() => setChoosing(true)}>
            {t('form.addDue')}
          </Button>
        )}
      </Row>
      <Row gap={0} justify="end" aria-live="polite" className={classes.editedTotals}>
        {totals ? (
          <InvoiceTotals totals={totals} currency={currency} />
        ) : (
          <Text tone="late">{t('failures:invoice_total_too_large')}</Text>
        )}
      </Row>
      {loan && (
        <DuesDialog
          opened={isChoosing}
          onClose={() => setChoosing(false)}
          loan={loan}
          lines={lines}
          onChosen={(dues) => {
            const touched = lines.filter((line) => !isUntouched(line));
            put([...touched, ...dues.map((due) => lineOfDue(due, language))]);
            setChoosing(false);
          }}
        />
      )}
    </Box>
  );
}

const isUntouched = ({ description, unitPriceMinor }: LineValues) =>
  description === '' && unitPriceMinor === null;

type LineFieldsProps = {
  readonly form: ContractForm<InvoiceValues>;
  readonly at: number;
  readonly line: LineValues;
  readonly currency: string;
  readonly netMinor: number | undefined;
  readonly onChange: (changes: Partial<LineValues>) => void;
  readonly onRemove: () => void;
};

function LineFields({ form, at, line, currency, netMinor, onChange, onRemove }: LineFieldsProps) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const place = format.count(at + 1);
  const fieldProps = (name: keyof LineValues) => {
    const { id, error, onUnreadable } = form.field('lines', `lines.${at}.${name}`);
    return { id, error, onUnreadable };
  };
  return (
    <fieldset className={classes.editedLine}>
      <legend className="unseen">{t('line.legend', { place })}</legend>
      <TextField
        {...fieldProps('description')}
        label={t('line.description')}
        value={line.description}
        onChange={(description) => onChange({ description })}
        maxLength={300}
        required
      />
      <TextField
        {...fieldProps('quantity')}
        label={t('line.quantity')}
        value={line.quantity}
        onChange={(quantity) => onChange({ quantity })}
        maxLength={12}
        required
      />
      <MoneyField
        {...fieldProps('unitPriceMinor')}
        label={t('line.unitPrice')}
        currency={currency}
        value={line.unitPriceMinor}
        onChange={(unitPriceMinor) => onChange({ unitPriceMinor })}
        required
      />
      <PercentField
        {...fieldProps('taxPercent')}
        label={t('line.tax')}
        value={line.taxPercent}
        onChange={(taxPercent) => onChange({ taxPercent })}
        required
      />
      <div className={classes.editedNet}>
        <Text as="span" size="table" tone="muted" className={classes.netLabel}>
          {t('line.amount')}
        </Text>
        {netMinor === undefined ? (
          <span>–</span>
        ) : (
          <Money amountMinor={netMinor} currency={currency} withCurrency={false} />
        )}
      </div>
      <IconButton
        className={classes.removeLine}
        label={t('line.remove', { place })}
        icon={<IconTrash size={16} stroke={1.5} />}
        onClick={onRemove}
      />
    </fieldset>
  );
}

type DuesDialogProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly loan: InvoiceableLoan;
  readonly lines: readonly LineValues[];
  readonly onChosen: (dues: readonly Due[]) => void;
};

/** Picks unpaid amounts of the loan that are not on the invoice yet. */
function DuesDialog({ opened, onClose, loan, lines, onChosen }: DuesDialogProps) {
  const { t } = useTranslation('invoices');
  const [picked, setPicked] = useState<readonly string[]>([]);
  const keyOf = ({ number, part }: Pick<Due, 'number' | 'part'>) => `${number} ${part}`;
  const taken = new Set(lines.map(({ instalment }) => instalment && keyOf(instalment)));
  const dues = loan.dues.filter((due) => !taken.has(keyOf(due)));
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="wide"
      title={t('dues.title', { reference: loan.loan.reference })}
      submitLabel={t('dues.submit')}
      onSubmit={() => {
        onChosen(dues.filter((due) => picked.includes(keyOf(due))));
        setPicked([]);
      }}
    >
      <Box as="ul" className={classes.dues}>
        {dues.map((due) => (
          <Box as="li" line="below" key={keyOf(due)}>
            <Box flow="row" as="label" gap={3} wrap={false} pad={[2, 0]}>
              <TickBox
                checked={picked.includes(keyOf(due))}
                onChange={(event) => {
                  const others = picked.filter((one) => one !== keyOf(due));
                  setPicked(event.currentTarget.checked ? [...others, keyOf(due)] : others);
                }}
              />
              <Box flow="stack" as="span" gap={0} grow>
                {t('dues.part', { part: t(`part.${due.part}`), number: due.number })}
                <Text
                  as="span"
                  size="caption"
                  tone={due.dueOn < loan.businessDate ? 'late' : 'muted'}
                >
                  <DayText day={due.dueOn} style="medium" />
                  {due.invoicedBy &&
                    ` · ${t('dues.invoiced', { number: due.invoicedBy.number ?? t('status.draft') })}`}
                </Text>
              </Box>
              <Money amountMinor={due.openMinor} currency={loan.currency} />
            </Box>
          </Box>
        ))}
      </Box>
      {dues.length === 0 && <p>{t('dues.none')}</p>}
    </FormDialog>
  );
}
