import type { CallInputs, CallKind, CallRecords } from '@bursar/contracts/collections/call-centres';
import { useQuery } from '@tanstack/react-query';
import { IconHeadsetOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { uuidv7 } from 'uuidv7';
import { useContractForm } from '../../../lib/contract-form.ts';
import type { FormMutation } from '../../../lib/contract-form.ts';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { failureOf } from '../../../lib/load-of.ts';
import { detailLoadOf } from '../../../lib/page-load.ts';
import { useRowForm } from '../../../lib/row-form.ts';
import { Button, ButtonLink } from '../../../ui/button/Button.tsx';
import { PageForm, RowForm } from '../../../ui/form/PageForm.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { DetailPage } from '../../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { FormToCome } from '../../../ui/page/PageShape.tsx';
import { Reserved } from '../../../ui/page/Reserved.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import {
  currentRecordsQuery,
  recordQuery,
  useChangeRecord,
  useCreateRecord,
  useMayEdit,
  type ChangedRecord,
  type RecordValues,
} from './call-centres.queries.ts';
import { recordPaths } from './record-columns.tsx';
import { RecordFacts } from './RecordFacts.tsx';
import { RecordSubtitle } from './RecordSubtitle.tsx';
import { emptyInputs, recordFields, recordProblems, recordMessages } from './record-fields.tsx';

const contractOf = (kind: CallKind, verb: 'create' | 'change') => () =>
  import('@bursar/contracts/collections/call-centres').then(
    ({ callRecordCalls }) => callRecordCalls[kind][verb],
  );

type Described<K extends CallKind> = { readonly kind: K; readonly back: ReactNode };

export function CreateRecord<K extends CallKind>({ kind, back }: Described<K>) {
  const { t } = useTranslation('call-centres');
  const mayEdit = useMayEdit(kind);
  if (mayEdit) return <CreateForm kind={kind} back={back} />;
  return (
    <>
      <PageHeader title={t(`${kind}.create`)} back={back} />
      {mayEdit === null ? (
        <PermissionToCome />
      ) : (
        <EmptyState
          icon={<IconHeadsetOff size={22} stroke={1.5} />}
          title={t(`${kind}.mayNot`)}
          hint={t(`${kind}.mayNotHint`)}
          action={<ButtonLink to={recordPaths[kind].list}>{t(`${kind}.toList`)}</ButtonLink>}
        />
      )}
    </>
  );
}

function CreateForm<K extends CallKind>({ kind, back }: Described<K>) {
  const { t } = useTranslation(['call-centres', 'failures']);
  const [created, setCreated] = useState<CallRecords[K] | null>(null);
  const form = useContractForm<
    CallInputs[K] & { readonly id: string },
    CallInputs[K] & { id: string },
    CallRecords[K]
  >({
    // Values of an empty form, with a new id that every retry repeats.
    empty: () => ({ ...emptyInputs[kind], id: uuidv7() }),
    rules: (values) => recordProblems(values, t),
    contract: contractOf(kind, 'create'),
    messages: recordMessages(t),
    body: (values) => values,
    mutation: useCreateRecord(kind),
    announce: (record) => notify.success(t(`${kind}.created`, { name: record.name })),
    onSent: (record) => setCreated(record),
  });
  const { list, open } = recordPaths[kind];
  // After a preset or member is created, the list opens. After a centre or patient is created, the
  // record opens, because the next step is there: the calls or the consent.
  const isBegun = kind === 'centre' || kind === 'patient';
  if (created) return <Navigate to={isBegun ? open(created.id) : list} replace />;
  return (
    <>
      <PageHeader title={t(`${kind}.create`)} description={t(`${kind}.meaning`)} back={back} />
      <PageForm
        form={form}
        submitLabel={t(`${kind}.submit`)}
        cancel={<ButtonLink to={list}>{t('form.cancel')}</ButtonLink>}
      >
        <Fields kind={kind} form={form} record={null} />
      </PageForm>
    </>
  );
}

type FieldsProps<K extends CallKind> = {
  readonly kind: K;
  readonly form: object;
  readonly record: CallRecords[K] | null;
};

function Fields<K extends CallKind>({ kind, form, record }: FieldsProps<K>) {
  // A component that expects fewer fields accepts a form with more fields, but the compiler cannot
  // check that for a generic kind.
  const Inputs = recordFields[kind] as ComponentType<{ form: unknown; record: unknown }>;
  return <Inputs form={form} record={record} />;
}

type EditRecordProps<K extends CallKind> = Described<K> & {
  /** Shown below the form once the record is loaded. */
  readonly children?: (record: CallRecords[K]) => ReactNode;
};

/** The page of the record that the address names, to edit, archive or restore it. */
export function EditRecord<K extends CallKind>({ kind, back, children }: EditRecordProps<K>) {
  const { t } = useTranslation('call-centres');
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const query = useQuery(recordQuery(kind, id));
  useDocumentTitle(query.data?.name);
  return (
    <DetailPage
      load={detailLoadOf(query)}
      back={back}
      shape={{ parts: ['form'] }}
      title={t(`${kind}.one`)}
      missing={
        <EmptyState
          icon={<IconHeadsetOff size={22} stroke={1.5} />}
          title={t(`${kind}.notFound`)}
          hint={t('page.notFoundHint')}
          action={<ButtonLink to={recordPaths[kind].list}>{t(`${kind}.toList`)}</ButtonLink>}
        />
      }
    >
      {(record) => (
        <OneRecord key={record.id} kind={kind} record={record} back={back}>
          {children?.(record)}
        </OneRecord>
      )}
    </DetailPage>
  );
}

/**
 * Shown while it is unknown whether the user may edit. This depends on the user's duties in the
 * centres; if the centres cannot be loaded, an error is shown.
 */
function PermissionToCome() {
  // `useMayEdit` loads the centres.
  const failure = failureOf(useQuery({ ...currentRecordsQuery('centre'), enabled: false }));
  return failure ? <ErrorState {...failure} /> : <FormToCome />;
}

type RecordProps<K extends CallKind> = { readonly kind: K; readonly record: CallRecords[K] };

type OneRecordProps<K extends CallKind> = RecordProps<K> & {
  readonly back: ReactNode;
  readonly children: ReactNode;
};

/** The form, or the record read-only if the user may not change it. */
function OneRecord<K extends CallKind>({ kind, record, back, children }: OneRecordProps<K>) {
  const { t } = useTranslation('call-centres');
  const mayEdit = useMayEdit(kind, record);
  return (
    <>
      <PageHeader
        title={<bdi>{record.name}</bdi>}
        badges={record.isArchived && <StatusBadge tone="done">{t('page.archived')}</StatusBadge>}
        description={
          mayEdit === false ? t('page.readOnly') : <RecordSubtitle kind={kind} record={record} />
        }
        back={back}
        actions={
          mayEdit === null ? (
            <Reserved>
              <ArchiveButton kind={kind} record={record} />
            </Reserved>
          ) : (
            mayEdit && <ArchiveButton kind={kind} record={record} />
          )
        }
      />
      {mayEdit === null && <PermissionToCome />}
      {mayEdit === true && <ChangeForm kind={kind} record={record} />}
      {mayEdit === false && <RecordFacts kind={kind} record={record} />}
      {/* The form may be shorter than its placeholders, which would make the content below jump.
       */}
      {mayEdit !== null && children}
    </>
  );
}

function ChangeForm<K extends CallKind>({ kind, record }: RecordProps<K>) {
  const { t } = useTranslation(['call-centres', 'failures']);
  const valuesOf = (row: CallRecords[K]) => inputsOf(kind, row);
  const form = useRowForm<CallRecords[K], RecordValues<K>>({
    draftName: `call-${kind}.${record.id}`,
    row: record,
    valuesOf,
    rules: (values) => recordProblems(values, t),
    contract: contractOf(kind, 'change'),
    messages: recordMessages(t),
    mutation: useChangeRecord(kind, record.id),
    latest: useQuery({ ...recordQuery(kind, record.id), enabled: false }),
    onSaved: ({ name }) => notify.success(t('form.saved', { name })),
  });
  const fieldLabels = Object.fromEntries(
    Object.keys(valuesOf(record)).map((field) => [field, t(`contested.${field}`)]),
  );
  const { list, open } = recordPaths[kind];
  // Only a centre has a page of its own next to its form.
  const leave = kind === 'centre' ? open(record.id) : list;
  return (
    <RowForm
      form={{ ...form, contested: form.contested.map(String) }}
      fieldLabels={fieldLabels}
      cancel={<ButtonLink to={leave}>{t('form.cancel')}</ButtonLink>}
    >
      <Fields kind={kind} form={form} record={record} />
    </RowForm>
  );
}

/** Returns the record's current values for the form. */
function inputsOf<K extends CallKind>(kind: K, record: CallRecords[K]): RecordValues<K> {
  const fields = new Map<string, unknown>(Object.entries(record));
  const inputs = Object.keys(emptyInputs[kind]).map((key) => [key, fields.get(key)]);
  // A record has every input of its kind.
  return Object.fromEntries([...inputs, ['isArchived', record.isArchived]]) as RecordValues<K>;
}

function ArchiveButton<K extends CallKind>({ kind, record }: RecordProps<K>) {
  const { t } = useTranslation('call-centres');
  const [isAsked, setAsked] = useState(false);
  const changing = useChangeRecord(kind, record.id);
  const verb = record.isArchived ? 'restore' : 'archive';
  const { error } = changing;
  const mutation: FormMutation<ChangedRecord<K>, CallRecords[K]> = changing;
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t(`${verb}.action`)}</Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t(`${verb}.title`, { name: record.name })}
        confirmLabel={t(`${verb}.action`)}
        busy={changing.isPending}
        failure={error ? failureSentence(error) : undefined}
        onConfirm={() =>
          void mutation
            .mutateAsync(
              Object.assign(inputsOf(kind, record), {
                isArchived: !record.isArchived,
                version: record.version,
              }),
            )
            .then(
              () => setAsked(false),
              () => undefined,
            )
        }
      >
        {t(`${verb}.meaning.${kind}`)}
      </ConfirmDialog>
    </>
  );
}
