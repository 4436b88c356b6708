import type { BankFile, BankLine } from '@bursar/contracts/intake/bank-files';
import {
  bankLineStates,
  setAsideReasons,
  type BankLineState,
  type SetAsideReason,
} from '@bursar/contracts/intake/bank-files.values';
import { IconFileOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { failureOf } from '../../../lib/load-of.ts';
import { detailLoadOf } from '../../../lib/page-load.ts';
import { useAddress } from '../../../lib/use-address.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { DetailPage } from '../../../ui/page/DetailPage.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { ProgressBar } from '../../../ui/progress/ProgressBar.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { DetailTabs } from '../../../ui/tabs/DetailTabs.tsx';
import { bankFileQuery, bankLinesQuery, usePostBankFile } from './bank-files.queries.ts';
import { countIn } from './bank-line-text.ts';
import { BankLayout } from './BankLayout.tsx';
import type { LineDialog } from './BankLineActions.tsx';
import { BankLineTable } from './BankLineTable.tsx';
import { MatchLineDialog } from './MatchLineDialog.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { SetAsideDialog } from './SetAsideDialog.tsx';
import { SplitLineDialog } from './SplitLineDialog.tsx';
import { UndoReturnDialog } from './UndoReturnDialog.tsx';

type PageProps = { readonly bankFileId: string; readonly back: ReactNode };

/** One bank file with the state of its lines and the button to post the matched ones. */
export function BankFilePage({ bankFileId, back }: PageProps) {
  const { t } = useTranslation('bank-files');
  const query = useQuery(bankFileQuery(bankFileId));
  useDocumentTitle(query.data?.fileName);
  return (
    <DetailPage
      load={detailLoadOf(query)}
      back={back}
      shape={{ parts: ['tabs', 'table'] }}
      title={t('title')}
      missing={
        <EmptyState
          icon={<IconFileOff size={22} stroke={1.5} />}
          title={t('one.missing')}
          hint={t('one.missingHint')}
        />
      }
    >
      {(file) => <OneFile file={file} back={back} />}
    </DetailPage>
  );
}

function OneFile({ file, back }: { readonly file: BankFile; readonly back: ReactNode }) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const posting = usePostBankFile(file.id);
  const values = {
    format: nameOf(file.format),
    count: file.lines,
    figure: format.count(file.lines),
    who: file.uploadedBy,
    when: format.instant(file.uploadedAt),
  };
  const done = posting.soFar && posting.soFar.posted + posting.soFar.refused;
  return (
    <>
      <PageHeader
        title={<bdi>{file.fileName}</bdi>}
        description={t('one.told', values)}
        back={back}
        actions={<PostButton file={file} posting={posting} />}
      />
      <Stack gap={5}>
        {posting.mutation.isPending && (
          <ProgressBar
            label={t('post.running')}
            done={done ?? 0}
            all={posting.soFar ? (done ?? 0) + posting.soFar.left : countIn(file, 'matched')}
          />
        )}
        {file.byRule.posted > 0 && (
          <Note as="p" kind="good">
            {t('rule.posted', {
              count: file.byRule.posted,
              figure: format.count(file.byRule.posted),
            })}
          </Note>
        )}
        {file.layout && <BankLayout file={file} layout={file.layout} />}
        <Lines file={file} />
      </Stack>
    </>
  );
}

/** ISO 20022 writes its message names in small letters. */
const nameOf = (fileFormat: BankFile['format']): string =>
  fileFormat.startsWith('camt') ? fileFormat : fileFormat.toUpperCase();

type PostButtonProps = {
  readonly file: BankFile;
  readonly posting: ReturnType<typeof usePostBankFile>;
};

/** Posts the matched lines after a confirmation with their number and total. */
function PostButton({ file, posting: { mutation } }: PostButtonProps) {
  const { t } = useTranslation('bank-files');
  const format = useFormat();
  const [isAsked, setAsked] = useState(false);
  const count = countIn(file, 'matched');
  if (count === 0 && !mutation.isPending) return null;
  const counted = { count, figure: format.count(count) };
  const sums = file.sums
    .filter(({ state }) => state === 'matched')
    .map(({ amountMinor, currency }) => format.amount(amountMinor, currency));
  const post = () => {
    setAsked(false);
    // The result is reported even if the user leaves the page while the lines are posted.
    void mutation.mutateAsync().then(
      ({ posted, refused }) => {
        const figures = { posted: format.count(posted), refused: format.count(refused) };
        if (refused > 0) notify.error(t('post.someRefused', figures));
        else notify.success(t('post.done', { count: posted, figure: figures.posted }));
      },
      (failure: unknown) => notify.error(`${failureSentence(failure)} ${t('post.goOn')}`),
    );
  };
  return (
    <>
      <Button kind="primary" busy={mutation.isPending} onClick={() => setAsked(true)}>
        {t('post.action', counted)}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={t('post.question', counted)}
        confirmLabel={t('post.confirm')}
        onConfirm={post}
      >
        <Text>{t('post.meaning', { ...counted, sum: format.list(sums) })}</Text>
      </ConfirmDialog>
    </>
  );
}

const isState = (value: string | null): value is BankLineState =>
  bankLineStates.some((state) => state === value);

const isWhy = (value: string | null): value is SetAsideReason =>
  setAsideReasons.some((why) => why === value);

/** The lines of the state that the URL names, or all lines. */
function Lines({ file }: { readonly file: BankFile }) {
  const { t } = useTranslation('bank-files');
  const [chosen, choose] = useAddress('lines');
  const state = isState(chosen) ? chosen : undefined;
  const [chosenWhy, chooseWhy] = useAddress('why');
  const isLeftOut = state === 'left-out';
  const leftOutWhy = isLeftOut && isWhy(chosenWhy) ? chosenWhy : undefined;
  const query = useInfiniteQuery(bankLinesQuery(file.id, { state, leftOutWhy }));
  const lines = query.data?.pages.flatMap((page) => page.bankLines);
  const [opened, setOpened] = useState<Pick<DialogsProps, 'dialog' | 'line'> | null>(null);
  const shown = bankLineStates.filter((one) => countIn(file, one) > 0 || one === state);
  const tabs = [
    { id: 'all', label: t('tab.all'), count: file.lines },
    ...shown.map((id) => ({ id, label: t(`tab.${id}`), count: countIn(file, id) })),
  ];
  return (
    <>
      <DetailTabs
        label={t('one.lines')}
        tabs={tabs}
        selected={state ?? 'all'}
        onSelect={(id) => choose(id === 'all' ? null : id)}
      >
        {isLeftOut && (
          <Box below={3}>
            <SelectField
              id="left-out-filter"
              label={t('aside.why')}
              options={setAsideReasons.map((value) => ({ value, label: t(`asideWhy.${value}`) }))}
              value={leftOutWhy ?? null}
              onChange={chooseWhy}
              placeholder={t('aside.all')}
            />
          </Box>
        )}
        <Loaded
          load={{ data: lines, failure: failureOf(query) }}
          waiting={<TableToCome rows={8} />}
          empty={<EmptyState title={t('one.none')} hint={t('one.noneHint')} />}
          isEmpty={(rows) => rows.length === 0}
        >
          {(rows) => (
            <div>
              <BankLineTable
                bankFileId={file.id}
                lines={rows}
                onOpen={(dialog, line) => setOpened({ dialog, line })}
              />
              <MoreRows
                shown={rows.length}
                {...(!leftOutWhy && { all: state ? countIn(file, state) : file.lines })}
                pages={query}
              />
            </div>
          )}
        </Loaded>
      </DetailTabs>
      {opened && <LineDialogs file={file} {...opened} onClose={() => setOpened(null)} />}
    </>
  );
}

type DialogsProps = {
  readonly file: BankFile;
  readonly dialog: LineDialog;
  readonly line: BankLine;
  readonly onClose: () => void;
};

/** The dialog that is open for a line. */
function LineDialogs({ file, dialog, line, onClose }: DialogsProps) {
  const shared = { bankFileId: file.id, line, onClose };
  switch (dialog) {
    case 'match':
      return <MatchLineDialog {...shared} />;
    case 'split':
      return <SplitLineDialog {...shared} />;
    case 'set-aside':
      return <SetAsideDialog {...shared} />;
    case 'return':
      return <ReturnDialog {...shared} fileName={file.fileName} />;
    case 'undo-return':
      return <UndoReturnDialog {...shared} />;
  }
}
