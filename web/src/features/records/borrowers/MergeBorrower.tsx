import type { MergeBorrowers, MergedFact } from '@bursar/contracts/records/borrower-merges';
import type { Borrower } from '@bursar/contracts/records/borrowers';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { FormFailure } from '../../../ui/form/FormMessages.tsx';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SearchedField } from '../../../ui/form/SearchedField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { optionOf, type Picked } from './alike-option.ts';
import {
  alikeBorrowersQuery,
  borrowerQuery,
  searchedAs,
  useMergeBorrowers,
  type AlikeQuestion,
} from './borrowers.queries.ts';
import { defaultTaken, differingFacts, nameOf } from './compare-records.ts';
import { ComparedRecords, WhatMoves } from './ComparedRecords.tsx';

type Body = InputOf<MergeBorrowers>['body'];

type Draft = {
  readonly id: string;
  /** True if the user chose the other record's value; facts without an entry are as proposed. */
  readonly chosen: { readonly [Key in MergedFact]?: boolean };
  readonly reason: string;
  /** The versions of both records that the user confirmed as compared. */
  readonly compared: string;
};

const empty = (): Draft => ({ id: uuidv7(), chosen: {}, reason: '', compared: '' });

/**
 * Merges another record into this one, for users with that permission. A merge cannot be undone.
 */
export function MergeBorrower({ borrower }: { readonly borrower: Borrower }) {
  const { t } = useTranslation('borrowers');
  const mayMerge = useMay('merge-borrowers');
  const [search, setSearch] = useSearchParams();
  // A link from the likely duplicates opens the comparison at once.
  const proposed = search.get('merge');
  const [isOpen, setOpen] = useState(proposed !== null);
  // The key of the dialog: each opening starts without a choice.
  const [turn, setTurn] = useState(0);
  if (!mayMerge) return null;
  const open = () => {
    setTurn(turn + 1);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    if (proposed === null) return;
    setSearch(
      (now) => {
        const left = new URLSearchParams(now);
        left.delete('merge');
        return left;
      },
      { replace: true },
    );
  };
  return (
    <>
      <Button onClick={open}>{t('merge.action')}</Button>
      <MergeDialog
        key={turn}
        borrower={borrower}
        proposed={turn === 0 ? proposed : null}
        opened={isOpen}
        onClose={close}
      />
    </>
  );
}

type MergeDialogProps = {
  readonly borrower: Borrower;
  /** The id of the other record, if the user came from a link to the comparison. */
  readonly proposed: string | null;
  readonly opened: boolean;
  readonly onClose: () => void;
};

function MergeDialog({ borrower, proposed, opened, onClose }: MergeDialogProps) {
  const { t } = useTranslation(['borrowers', 'facts']);
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<Picked | null>(proposed === null ? null : { id: proposed });
  const { form, other, error, versions, changed, confirm } = useMergeForm({
    borrower,
    opened,
    onClose,
    picked,
  });
  const { values, field, controlProps, change } = form;
  const found = useAlike(borrower, typed, opened);
  const name = nameOf(borrower) ?? t('title');
  const isConfirmed = versions !== '' && values.compared === versions;
  const confirming = controlProps('compared');
  return (
    <FormDialog
      {...form.dialog}
      opened={opened}
      onClose={onClose}
      size="broad"
      title={t('merge.title', { name })}
      submitLabel={t('merge.submit')}
      submitKind="danger"
    >
      <SearchedField
        {...controlProps('other')}
        label={t('merge.other')}
        hint={t('merge.otherHint')}
        required
        focusFirst={proposed === null}
        chosen={picked && optionOf({ ...other, ...picked })}
        found={found.map(optionOf)}
        onType={setTyped}
        onChoose={(id) => {
          setPicked(found.find((one) => one.id === id) ?? null);
          change({ chosen: {}, compared: '' });
        }}
      />
      {picked && !other && !error && <SkeletonLines lines={6} />}
      <FormFailure failure={error ? failureSentence(error) : undefined} />
      {other && (
        <>
          {changed.length > 0 && (
            <Note kind="soon" as="p" tone="soft" above={4} below={4} role="status">
              {t('merge.changed', {
                facts: format.list(
                  changed.map((one) => (one === 'contacts' ? t('contacts') : t(`facts:${one}`))),
                ),
              })}
            </Note>
          )}
          <ComparedRecords
            remaining={borrower}
            other={other}
            chosen={values.chosen}
            onChoose={(fact, isOther) => change({ chosen: { ...values.chosen, [fact]: isOther } })}
          />
          <WhatMoves borrowerId={other.id} />
          <TextareaField
            {...field('reason')}
            label={t('merge.reason')}
            rows={2}
            maxLength={500}
            required
          />
          <div>
            <Row as="label" gap={2} wrap={false} align="start">
              <TickBox
                id={confirming.id}
                checked={isConfirmed}
                aria-describedby={confirming.error ? `${confirming.id}-error` : undefined}
                aria-invalid={confirming.error ? true : undefined}
                onChange={(event) => confirm(event.currentTarget.checked)}
              />
              {t('merge.confirm', { name: nameOf(other) ?? t('title') })}
            </Row>
            {confirming.error && (
              <Text id={`${confirming.id}-error`} tone="late" size="caption">
                {confirming.error}
              </Text>
            )}
          </div>
        </>
      )}
    </FormDialog>
  );
}

/**
 * Returns borrowers similar to this one or, once the user types a search text, those that match it.
 */
function useAlike(borrower: Borrower, typed: string, enabled: boolean) {
  const [query] = useDebouncedValue(typed, 250);
  const asked: AlikeQuestion = query.trim() === '' ? likeness(borrower) : searchedAs(query);
  const { data } = useQuery({
    ...alikeBorrowersQuery({ ...asked, exceptBorrowerId: borrower.id }),
    enabled,
  });
  return data ?? [];
}

function likeness({ name, contacts }: Borrower): AlikeQuestion {
  const reached = (kind: 'phone' | 'email') =>
    contacts.find((one) => one.kind === kind && one.isReached)?.value ?? '';
  return { name: name ?? '', phone: reached('phone'), email: reached('email') };
}

function useMergeForm({
  borrower,
  opened,
  onClose,
  picked,
}: Omit<MergeDialogProps, 'proposed'> & { readonly picked: Picked | null }) {
  const { t } = useTranslation('borrowers');
  /** The records as they were when the user confirmed the comparison. */
  const [seen, setSeen] = useState<readonly [Borrower, Borrower] | null>(null);
  const merging = useMergeBorrowers(borrower.id);
  const query = useQuery({
    ...borrowerQuery(picked?.id ?? ''),
    enabled: picked !== null && opened,
  });
  const other = picked ? query.data : undefined;
  const versions = other ? versionsOf(borrower, other) : '';
  const form = useContractForm<Draft, Body, AnswerOf<MergeBorrowers>>({
    name: 'merge-borrower',
    opened,
    empty,
    rules: (values) => ({
      other: picked ? undefined : t('merge.otherMissing'),
      reason: picked && values.reason.trim() === '' ? t('merge.reasonMissing') : undefined,
      compared: picked && values.compared !== versions ? t('merge.unconfirmed') : undefined,
    }),
    body: ({ id, chosen, reason }) =>
      other
        ? {
            id,
            mergedBorrowerId: other.id,
            taken: takenOf(borrower, other, chosen),
            version: borrower.version,
            mergedVersion: other.version,
            reason: reason.trim(),
          }
        : null,
    mutation: merging,
    announce: () => notify.success(t('merge.done')),
    onSent: onClose,
  });
  const isStale =
    seen !== null && other?.id === seen[1].id && versions !== versionsOf(seen[0], seen[1]);
  const changed = isStale ? changesOf([seen[0], borrower], [seen[1], other]) : [];
  return {
    form,
    other,
    versions,
    changed,
    error: query.error,
    confirm: (isConfirmed: boolean) => {
      if (isConfirmed && other) setSeen([borrower, other]);
      form.change({ compared: isConfirmed ? versions : '' });
    },
  };
}

function takenOf(remaining: Borrower, other: Borrower, chosen: Draft['chosen']): MergedFact[] {
  return differingFacts(remaining, other).filter(
    (fact) => chosen[fact] ?? defaultTaken(remaining, other, fact),
  );
}

const versionsOf = (remaining: Borrower, other: Borrower): string =>
  `${remaining.version} ${other.version}`;

type Times = readonly [Borrower, Borrower];

/**
 * Returns the facts that changed since the user confirmed the comparison. Returns `contacts` if no
 * fact differs, because then only contacts can have changed.
 */
function changesOf(...records: readonly Times[]): (MergedFact | 'contacts')[] {
  const facts = new Set(records.flatMap(([before, now]) => differingFacts(before, now)));
  return facts.size > 0 ? [...facts] : ['contacts'];
}
