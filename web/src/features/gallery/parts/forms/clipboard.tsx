import { TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../../lib/copy-text.ts';
import { Button, IconButton } from '../../../../ui/button/Button.tsx';
import { TextareaField } from '../../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { toInputProps } from '../../../../ui/form/field.ts';
import { parseAmount } from '../../../../ui/form/parse-amount.ts';
import { Count } from '../../../../ui/format/Count.tsx';
import { DayText } from '../../../../ui/format/DayText.tsx';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { Money } from '../../../../ui/format/Money.tsx';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { notify } from '../../../../ui/overlay/notify.ts';
import { Switch } from '../../../../ui/switch/Switch.tsx';
import { FigureTable } from '../../../../ui/table/FigureTable.tsx';
import { CodeBlock } from '../../CodeBlock.tsx';
import { documented, type Part } from '../../part.ts';

export const part: Part = {
  examples: {
    CopyAReference,
    CopiedState,
    SeveralLines,
    TableForASheet,
    Code,
    Blocked,
    PasteHere,
    PasteATable,
  },
  components: [
    documented<ComponentProps<typeof IconButton>>('IconButton', [
      { name: 'label', type: 'string' },
      { name: 'icon', type: 'ReactNode' },
      { name: 'size', type: "'normal' | 'compact'", standard: "'normal'" },
      { name: 'onClick', type: '() => void', standard: '–' },
    ]),
    documented<ComponentProps<typeof CodeBlock>>('CodeBlock', [
      { name: 'label', type: 'string' },
      { name: 'code', type: 'string' },
    ]),
  ],
  keyboard: [
    { keys: ['Tab Enter'], does: 'press' },
    { keys: ['Ctrl+C'], does: 'copy' },
    { keys: ['Ctrl+V'], does: 'paste' },
  ],
};

function CopyAReference() {
  const { t } = useTranslation('gallery-samples');
  const [reference, setReference] = useState('L-000123');
  const copy = async () => {
    if (await copyText(reference)) notify.success(t('copied', { name: reference }));
    else notify.error(t('gallery:notCopied'));
  };
  return (
    <Row align="end" gap={2}>
      <TextField
        id="clip-reference"
        label={t('reference')}
        value={reference}
        onChange={setReference}
      />
      <Button
        icon={<IconCopy size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {t('copy')}
      </Button>
    </Row>
  );
}

function CopiedState() {
  const { t } = useTranslation('gallery-samples');
  return (
    <Box as="dl" flow="stack" gap={1} max="26rem">
      {details.map(({ id, text }) => (
        <div key={id}>
          <Text as="dt" tone="muted" size="caption">
            {t(id)}
          </Text>
          <Box as="dd" flow="row" gap={1} wrap={false}>
            <bdi>{text}</bdi>
            <CopyButton
              label={t('copyOf', { name: t(id) })}
              text={text}
              showsCopied={id === 'reference'}
            />
          </Box>
        </div>
      ))}
    </Box>
  );
}

const details = [
  { id: 'reference', text: 'L-000123' },
  { id: 'accountNumber', text: 'AE07 0331 2345 6789 0123 456' },
  { id: 'phone', text: '+971 50 555 0123' },
] as const;

type CopyButtonProps = {
  label: string;
  text: string;
  /** Shows the copied state from the start, without a click. */
  showsCopied?: boolean;
};

/** Shows for two seconds that the text was copied. */
function CopyButton({ label, text, showsCopied = false }: CopyButtonProps) {
  const { t } = useTranslation('gallery-samples');
  const [wasCopied, setWasCopied] = useState(false);
  useEffect(() => {
    if (!wasCopied) return undefined;
    const timer = setTimeout(() => setWasCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [wasCopied]);
  const copy = async () => {
    if (await copyText(text)) setWasCopied(true);
    else notify.error(t('gallery:notCopied'));
  };
  return (
    <>
      <IconButton
        label={label}
        icon={
          wasCopied || showsCopied ? (
            <IconCheck size={18} stroke={1.5} color="var(--good)" />
          ) : (
            <IconCopy size={18} stroke={1.5} />
          )
        }
        onClick={() => void copy()}
      />
      <span className="unseen" role="status">
        {wasCopied && t('copied', { name: text })}
      </span>
    </>
  );
}

function SeveralLines() {
  const { t } = useTranslation('gallery-samples');
  const lines = [
    { name: t('amount'), value: '402.10 USD' },
    { name: t('accountNumber'), value: 'AE07 0331 2345 6789 0123 456' },
    { name: t('reference'), value: 'L-000123' },
  ];
  const text = lines.map(({ name, value }) => `${name}: ${value}`).join('\n');
  return (
    <Box flow="row" framed pad={[3, 4]} justify="between" align="start" wrap={false} max="30rem">
      <Box as="ul">
        {lines.map(({ name, value }) => (
          <li key={name}>
            {/* Non-breaking spaces: the value must not wrap between its groups. */}
            {name}: <bdi>{value.replaceAll(' ', '\u00a0')}</bdi>
          </li>
        ))}
      </Box>
      <CopyButton label={t('copyOf', { name: t('instructions') })} text={text} />
    </Box>
  );
}

function TableForASheet() {
  const { t } = useTranslation('gallery-samples');
  const head = [t('ui:cost.number'), t('nextDue'), t('amount')];
  const rows = instalments.map(({ number, due, amountMinor }) => [
    number,
    due,
    (amountMinor / 100).toFixed(2),
  ]);
  const copy = async () => {
    const text = [head, ...rows].map((cells) => cells.join('\t')).join('\n');
    if (await copyText(text)) notify.success(t('copied', { name: t('schedule') }));
    else notify.error(t('gallery:notCopied'));
  };
  return (
    <Stack gap={3}>
      <FigureTable
        label={t('schedule')}
        rows={instalments}
        rowId={({ number }) => number}
        columns={[
          { id: 'number', header: head[0] ?? '', cell: ({ number }) => <Count value={number} /> },
          { id: 'due', header: head[1] ?? '', cell: ({ due }) => <DayText day={due} /> },
          {
            id: 'amount',
            header: head[2] ?? '',
            align: 'end',
            cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency="USD" />,
          },
        ]}
      />
      <Row>
        <Button
          size="compact"
          icon={<IconCopy size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {t('copyTable')}
        </Button>
      </Row>
    </Stack>
  );
}

const instalments = [
  { number: 8, due: '2026-12-05', amountMinor: 402_10 },
  { number: 9, due: '2027-01-05', amountMinor: 402_10 },
  { number: 10, due: '2027-02-05', amountMinor: 402_08 },
] as const;

function Code() {
  const { t } = useTranslation('gallery-samples');
  return <CodeBlock label={t('webhook')} code={webhook} />;
}

const webhook = `{
  "event": "payment.posted",
  "loan": "L-000123",
  "amountMinor": 40210,
  "currency": "USD"
}`;

function Blocked() {
  const { t } = useTranslation('gallery-samples');
  const [isBlocked, setBlocked] = useState(true);
  const [hasFailed, setFailed] = useState(true);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    const link = field.current?.value ?? '';
    const isDone = !isBlocked && (await copyText(link));
    setFailed(!isDone);
    if (isDone) notify.success(t('copied', { name: link }));
    else field.current?.select();
  };
  return (
    <Stack gap={3}>
      <Row gap={3} wrap={false}>
        <Switch label={t('blocked')} checked={isBlocked} onChange={setBlocked} />
        <span aria-hidden="true">{t('blocked')}</span>
      </Row>
      <Row align="start" gap={2}>
        <TextInput
          {...toInputProps({
            id: 'clip-link',
            label: t('paymentLink'),
            error: hasFailed ? t('selectedInstead') : undefined,
          })}
          ref={field}
          readOnly
          dir="ltr"
          w="17rem"
          value="https://pay.example.com/L-000123"
        />
        <Box above={6}>
          <Button onClick={() => void copy()}>{t('copy')}</Button>
        </Box>
      </Row>
    </Stack>
  );
}

function PasteHere() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [lines, setLines] = useState<readonly string[]>([]);
  return (
    <Stack gap={3}>
      <TextField
        id="clip-paste"
        label={t('references')}
        hint={t('pasteHint')}
        value={lines.join(' ')}
        onChange={(text) => setLines(text.split(/[\s,;]+/).filter(Boolean))}
      />
      <p aria-live="polite">
        {lines.length > 0 &&
          t('ui:table.shown', { count: lines.length, shown: format.count(lines.length) })}
      </p>
    </Stack>
  );
}

function PasteATable() {
  const { t } = useTranslation('gallery-samples');
  const [text, setText] = useState('L-000123\t402.10\nL-000187\t1,250.00\nL-000201\t80,5,0');
  const rows = text.split('\n').flatMap((line, at) => {
    const [reference = '', amount = ''] = line.split('\t');
    return reference.trim() ? [{ at, reference, read: parseAmount(amount, 'USD', 'en-GB') }] : [];
  });
  return (
    <Stack gap={4}>
      <TextareaField
        id="clip-rows"
        label={t('payments')}
        hint={t('pasteRows')}
        dir="ltr"
        value={text}
        onChange={setText}
      />
      <FigureTable
        label={t('payments')}
        rows={rows}
        rowId={({ at }) => at}
        rowMark={({ read }) => (read.ok ? undefined : 'late')}
        columns={[
          { id: 'reference', header: t('reference'), cell: ({ reference }) => reference },
          {
            id: 'amount',
            header: t('amount'),
            align: 'end',
            cell: ({ read }) =>
              read.ok ? (
                <Money amountMinor={read.amountMinor} currency="USD" />
              ) : (
                <Text as="span" tone="late">
                  {t(`ui:form.amount.${read.problem}`)}
                </Text>
              ),
          },
        ]}
      />
    </Stack>
  );
}
