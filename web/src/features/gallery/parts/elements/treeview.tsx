import '@mantine/core/styles/Tree.layer.css';
import {
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
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { documented, type Part } from '../../part.ts';
import classes from './treeview.module.css';

export const part: Part = {
  examples: { WhoHoldsWhat, WithLines },
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
      <Row as="span" gap={1} lines={0} wrap={false} className={classes.row}>
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
  { id: 'harbour', agents: [{ id: 'layla', loans: ['L-000344', 'L-000391'] }] },
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
