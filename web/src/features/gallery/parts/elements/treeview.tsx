import '@mantine/core/styles/Tree.layer.css';
import {
  filterTreeData,
  getTreeExpandedState,
  type RenderTreeNodePayload,
  Tree,
  type TreeNodeData,
  type TreeProps,
  useTree,
} from '@mantine/core';
import {
  IconChevronRight,
  IconFileText,
  IconFolder,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { SearchBox } from '../../../../ui/filters/SearchBox.tsx';
import { TickBox } from '../../../../ui/form/TickBox.tsx';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './treeview.module.css';

export const part: Part = {
  examples: { WhoHoldsWhat, WithLines, WithBoxes, Searched },
  components: [
    documented<TreeProps>('Tree', [
      { name: 'data', type: '{ value, label, children? }[]' },
      { name: 'tree', type: 'TreeController', standard: '–' },
      { name: 'renderNode', type: '(payload) => ReactNode', standard: '–' },
      { name: 'selectOnClick', type: 'boolean', standard: 'false' },
      { name: 'withLines', type: 'boolean', standard: 'false' },
    ]),
  ],
  keyboard: [
    { keys: ['↑', '↓'], does: 'move' },
    { keys: ['←', '→', 'Space'], does: 'fold' },
    { keys: ['Space'], does: 'toggle' },
  ],
};

function WhoHoldsWhat() {
  const { t } = useTranslation('gallery-samples');
  const tree = useTree({ initialExpandedState: { delta: true, amira: true } });
  return (
    <Stack gap={3}>
      <Row gap={2}>
        <Button size="compact" onClick={() => tree.expandAllNodes()}>
          {t('openAll')}
        </Button>
        <Button size="compact" onClick={() => tree.collapseAllNodes()}>
          {t('closeAll')}
        </Button>
      </Row>
      <Tree
        aria-label={t('app:menu.teams')}
        data={useTeams()}
        tree={tree}
        className={classes.tree}
        selectOnClick
        renderNode={Node}
      />
    </Stack>
  );
}

/** A node's row; its arrow turns when it opens. */
function Node({
  node,
  expanded,
  hasChildren,
  selected,
  level,
  elementProps,
}: RenderTreeNodePayload) {
  const Icon = icons[level - 1] ?? IconFolder;
  return (
    <div {...elementProps}>
      <Row as="span" gap={2} lines={0} wrap={false} className={classes.row}>
        <IconChevronRight
          size={16}
          stroke={1.5}
          className={expanded ? undefined : 'mirrors'}
          style={{ opacity: hasChildren ? 1 : 0, rotate: expanded ? '90deg' : undefined }}
          aria-hidden="true"
        />
        <Icon size={16} stroke={1.5} aria-hidden="true" />
        <Text as="span" {...(selected && { weight: 'medium' })}>
          {node.label}
        </Text>
      </Row>
    </div>
  );
}

const icons = [IconUsersGroup, IconUser, IconFileText];

/** Memoised per language: the tree resets whenever its data is a new object. */
function useTeams(): TreeNodeData[] {
  const { t } = useTranslation('gallery-samples');
  return useMemo(
    () =>
      teams.map(({ id, agents }) => ({
        value: id,
        label: t(id),
        children: agents.map((agent) => ({
          value: agent.id,
          label: t(agent.id),
          children: agent.loans.map((loan) => ({ value: loan, label: loan })),
        })),
      })),
    [t],
  );
}

const teams = [
  {
    id: 'delta',
    agents: [
      { id: 'amira', loans: ['L-000123', 'L-000187'] },
      { id: 'omar', loans: ['L-000201'] },
    ],
  },
  { id: 'harbour', agents: [{ id: 'huda', loans: ['L-000344', 'L-000391'] }] },
] as const;

function WithLines() {
  const { t } = useTranslation('gallery-samples');
  const tree = useTree({ initialExpandedState: { delta: true } });
  return (
    <Tree
      aria-label={t('app:menu.teams')}
      data={useTeams()}
      tree={tree}
      className={classes.tree}
      withLines
      renderNode={({ node, elementProps }) => (
        <div {...elementProps}>
          <Row as="span" className={`${classes.row} ${classes.plain}`}>
            {node.label}
          </Row>
        </div>
      )}
    />
  );
}

function WithBoxes() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const tree = useTree({
    initialExpandedState: { delta: true, amira: true },
    initialCheckedState: ['L-000123'],
  });
  const chosen = tree.checkedState.length;
  return (
    <Stack gap={3}>
      <Tree
        aria-label={t('teams')}
        data={useTeams()}
        tree={tree}
        className={classes.tree}
        expandOnClick={false}
        expandOnSpace={false}
        checkOnSpace
        renderNode={NodeWithBox}
      />
      <Text tone="muted" size="table" aria-live="polite">
        {t('ui:table.selected', { count: chosen, figure: format.count(chosen) })}
      </Text>
    </Stack>
  );
}

/** A node with a checkbox, which is indeterminate if only some nodes below it are checked. */
function NodeWithBox({ node, expanded, hasChildren, elementProps, tree }: RenderTreeNodePayload) {
  const isChecked = tree.isNodeChecked(node.value);
  const isPartly = tree.isNodeIndeterminate(node.value);
  return (
    <div {...elementProps}>
      <Row as="span" gap={2} lines={0} wrap={false} className={classes.row}>
        <IconChevronRight
          size={16}
          stroke={1.5}
          className={expanded ? undefined : 'mirrors'}
          style={{ opacity: hasChildren ? 1 : 0, rotate: expanded ? '90deg' : undefined }}
          onClick={() => tree.toggleExpanded(node.value)}
          aria-hidden="true"
        />
        <Row as="label" gap={2} wrap={false}>
          <TickBox
            checked={isChecked}
            tabIndex={-1}
            ref={(box) => {
              if (box) box.indeterminate = isPartly;
            }}
            onChange={() => (isChecked ? tree.uncheckNode(node.value) : tree.checkNode(node.value))}
          />
          {node.label}
        </Row>
      </Row>
    </div>
  );
}

function Searched() {
  const { t } = useTranslation('gallery-samples');
  const [typed, setTyped] = useState<string | undefined>(t('searchedName'));
  const found = filterTreeData(useTeams(), typed ?? '');
  return (
    <Stack gap={3}>
      <SearchBox
        filter={{ id: 'node', kind: 'search', label: t('searchTree') }}
        value={typed}
        onChange={setTyped}
      />
      {/* The key remounts the tree on each search, so that the found nodes are expanded. */}
      {found.length > 0 && <OpenTree key={typed ?? ''} data={found} />}
      {found.length === 0 && <Text tone="muted">{t('ui:form.nothingFound')}</Text>}
    </Stack>
  );
}

function OpenTree({ data }: { data: readonly TreeNodeData[] }) {
  const { t } = useTranslation('gallery-samples');
  const [nodes] = useState(() => [...data]);
  const tree = useTree({ initialExpandedState: getTreeExpandedState(nodes, '*') });
  return (
    <Tree
      aria-label={t('searchTree')}
      data={nodes}
      tree={tree}
      className={classes.tree}
      renderNode={Node}
    />
  );
}
