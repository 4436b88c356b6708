import { taskViews } from '@bursar/contracts/choices';
import type { Task } from '@bursar/contracts/office/tasks';
import { IconArrowBackUp, IconChecklist, IconFlag3Filled, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { failureOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useSearchState } from '../../../lib/search-state.ts';
import { useSession } from '../../../lib/session.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { TitleButton } from '../../../ui/button/TitleButton.tsx';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { TickBox } from '../../../ui/form/TickBox.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { RowsToCome } from '../../../ui/page/PageShape.tsx';
import { Reserved } from '../../../ui/page/Reserved.tsx';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import { TaskDialog } from './TaskDialog.tsx';
import { tasksQuery, useEraseTask, useSettleTask } from './tasks.queries.ts';
import classes from './Tasks.module.css';

/** The tasks of the user and those that the user has assigned to others. */
export function TodoPage() {
  const { t } = useTranslation(['tasks', 'apps', 'app']);
  const format = useFormat();
  const address = useSearchState();
  const view = address.choice('tasks', taskViews);
  const q = address.read('q');
  const query = useInfiniteQuery(tasksQuery({ tasks: view, q }));
  const [open, setOpen] = useState<Task | 'new' | null>(null);
  useShortcut('n', () => setOpen('new'), { label: t('add') });
  const pages = query.data?.pages;
  const counts = pages?.at(-1)?.counts;
  const none = q === undefined ? t(`none.${view}`) : t('apps:noMatch');
  const add = (
    <CreateButton shortcut="N" onClick={() => setOpen('new')}>
      {t('add')}
    </CreateButton>
  );
  const isFirst = view === 'inbox' && q === undefined;
  return (
    <>
      <PageHeader title={t('app:title.appsTodolist')} description={t('about')} actions={add} />
      <Box flow="row" justify="between" below={4}>
        <SegmentedChoice
          label={t('view.label')}
          choices={taskViews.map((value) => ({
            value,
            label: (
              <>
                {t(`view.${value}`)}{' '}
                <Text as="span" size="caption" tone="muted" tabular>
                  {counts ? format.count(counts[value]) : <Reserved>{format.count(0)}</Reserved>}
                </Text>
              </>
            ),
          }))}
          chosen={view}
          onChoose={(tasks) => address.write({ tasks })}
        />
        <SearchBox
          filter={{ id: 'q', kind: 'search', label: t('apps:search') }}
          value={q}
          onChange={(text) => address.write({ q: text })}
        />
      </Box>
      <Loaded
        load={{ data: pages?.flatMap((page) => page.rows), failure: failureOf(query) }}
        waiting={<RowsToCome mark="box" />}
        isEmpty={(tasks) => tasks.length === 0}
        empty={
          <EmptyState
            icon={<IconChecklist size={22} stroke={1.5} />}
            title={none}
            {...(isFirst && { hint: t('none.inboxHint'), action: add })}
          />
        }
      >
        {(tasks) => (
          <Stack gap={2}>
            <Box as="ul" line="above" aria-label={t(`view.${view}`)}>
              {tasks.map((task) => (
                <TaskLine key={task.id} task={task} onOpen={() => setOpen(task)} />
              ))}
            </Box>
            <MoreRows shown={tasks.length} pages={query} />
          </Stack>
        )}
      </Loaded>
      <TaskDialog open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function TaskLine({ task, onOpen }: { task: Task; onOpen: () => void }) {
  const { t } = useTranslation('tasks');
  const settling = useSettleTask();
  const { id: taskId, title, version, doneAt, removedAt } = task;
  const [isDone, isRemoved] = [doneAt !== null, removedAt !== null];
  const changeState = (change: { isDone?: boolean; isRemoved?: boolean }) =>
    settling.mutate(
      { taskId, version, isDone, isRemoved, ...change },
      { onError: (cause) => notify.error(failureSentence(cause)) },
    );
  return (
    <Box
      flow="row"
      as="li"
      gap={3}
      wrap={false}
      pad={[2, 0]}
      line="below"
      className={classes.line}
      data-done={isDone || undefined}
    >
      <TickBox
        aria-label={t('tick', { title })}
        checked={isDone}
        disabled={isRemoved || settling.isPending}
        onChange={() => changeState({ isDone: !isDone })}
      />
      <Box flow="stack" gap={0} grow>
        <TitleButton className={classes.title} onClick={onOpen}>
          <bdi>{title}</bdi>
        </TitleButton>
        <TaskFacts task={task} />
      </Box>
      {isRemoved ? (
        <>
          <IconButton
            size="compact"
            label={t('restore', { title })}
            icon={<IconArrowBackUp size={16} stroke={1.5} className="mirrors" />}
            onClick={() => changeState({ isRemoved: false })}
          />
          <EraseButton task={task} />
        </>
      ) : (
        <IconButton
          size="compact"
          className={classes.remove}
          label={t('trash', { title })}
          icon={<IconTrash size={16} stroke={1.5} />}
          onClick={() => changeState({ isRemoved: true })}
        />
      )}
    </Box>
  );
}

function EraseButton({ task: { id, title, madeBy } }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const session = useSession();
  const erasing = useEraseTask();
  // Only the author and the portfolio's manager can erase a task; the assignee can move it to the
  // trash.
  if (session?.id !== madeBy.id && session?.role !== 'user') return null;
  return (
    <IconButton
      size="compact"
      label={t('erase', { title })}
      icon={<IconTrash size={16} stroke={1.5} />}
      onClick={() =>
        erasing.mutate(id, { onError: (cause) => notify.error(failureSentence(cause)) })
      }
    />
  );
}

function TaskFacts({ task: { dueOn, priority, madeBy, assignee, loan, doneAt } }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const me = useSession()?.id;
  const { today = '' } = format.settings;
  const isLate = dueOn !== null && doneAt === null && dueOn < today;
  return (
    <Row as="span" gap={3} tone="muted" size="caption">
      {priority === 'high' && (
        <Row as="span" gap={1} tone="late">
          <IconFlag3Filled size={12} aria-hidden="true" />
          {t('priority.high')}
        </Row>
      )}
      {dueOn !== null && (
        <Text as="span" size="caption" tone={isLate ? 'late' : 'muted'}>
          {dueOn === today
            ? t('dueToday')
            : t(isLate ? 'lateSince' : 'due', { day: format.day(dueOn, 'weekday') })}
        </Text>
      )}
      {assignee.id !== me && <span>{t('for', { name: assignee.name })}</span>}
      {madeBy.id !== me && <span>{t('from', { name: madeBy.name })}</span>}
      {loan && <Link to={paths.loanDetails(loan.id)}>{loan.reference}</Link>}
    </Row>
  );
}
