import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Pagination.layer.css';
import { Pagination, type PaginationProps } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
} from '@tabler/icons-react';
import { type ComponentProps, type FC, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button/Button.tsx';
import { useFormat } from '../../../../ui/format/FormatProvider.tsx';
import { isolated } from '../../../../ui/format/isolated.ts';
import { Box } from '../../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../../ui/layout/Layout.tsx';
import { Text } from '../../../../ui/layout/Text.tsx';
import { MoreRows } from '../../../../ui/table/MoreRows.tsx';
import { usePageButtons } from '../../use-page-buttons.ts';
import { documented, type Part } from '../../part.ts';
import { useIsPhone } from '../../../../ui/state/use-media.ts';

export const part: Part = {
  examples: { MoreOfThem, BackAndForth, Numbered },
  components: [
    documented<ComponentProps<typeof MoreRows>>('MoreRows', [
      { name: 'shown', type: 'number' },
      { name: 'all', type: 'number', standard: '–' },
      { name: 'pages', type: 'Pages' },
    ]),
    documented<PaginationProps>('Pagination', [
      { name: 'total', type: 'number' },
      { name: 'value', type: 'number', standard: '–' },
      { name: 'siblings', type: 'number', standard: '1' },
      { name: 'withEdges', type: 'boolean', standard: 'false' },
    ]),
  ],
  keyboard: [],
};

function MoreOfThem() {
  const [shown, setShown] = useState(5);
  const pages = {
    hasNextPage: shown < 15,
    isFetchingNextPage: false,
    fetchNextPage: () => setShown(shown + 5),
  };
  return (
    <Stack gap={2}>
      <Box as="ul" line="between">
        {Array.from({ length: shown }, (_, at) => (
          <Box as="li" key={at} pad={[2, 0]}>
            {`L-${String(at + 1).padStart(6, '0')}`}
          </Box>
        ))}
      </Box>
      <MoreRows shown={shown} all={15} pages={pages} />
    </Stack>
  );
}

function BackAndForth() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const [page, setPage] = useState(0);
  const [from, to] = [page * size + 1, Math.min((page + 1) * size, all)];
  return (
    <Row as="div" gap={3} role="group" aria-label={t('ui:table.pages')}>
      <Text as="span" tone="muted" size="table" tabular aria-live="polite">
        {t('ui:progress.doneOf', {
          done: isolated(`${format.count(from)}–${format.count(to)}`),
          all: format.count(all),
        })}
      </Text>
      <Button
        size="compact"
        icon={<IconChevronLeft size={16} stroke={1.5} className="mirrors" />}
        disabled={page === 0}
        onClick={() => setPage(page - 1)}
      >
        {t('previous')}
      </Button>
      <Button size="compact" disabled={to === all} onClick={() => setPage(page + 1)}>
        <Row as="span" gap={2} wrap={false}>
          {t('next')}
          <IconChevronRight size={16} stroke={1.5} className="mirrors" aria-hidden="true" />
        </Row>
      </Button>
    </Row>
  );
}

const size = 50;
const all = 183;

function Numbered() {
  const { t } = useTranslation('gallery-samples');
  const format = useFormat();
  const isPhone = useIsPhone();
  const [page, setPage] = useState(4);
  return (
    <Stack gap={3}>
      <Pagination
        {...usePageButtons()}
        total={12}
        value={page}
        onChange={setPage}
        withEdges={!isPhone}
        siblings={isPhone ? 0 : 1}
        previousIcon={Previous}
        nextIcon={Next}
        firstIcon={First}
        lastIcon={Last}
      />
      <Text tone="muted" size="table">
        {t('page', { number: format.count(page) })}
      </Text>
    </Stack>
  );
}

// The icons need the props from Mantine: the class in them mirrors the icon on right-to-left pages.
const Previous: PaginationIcon = (props) => <IconChevronLeft {...props} {...drawn} />;
const Next: PaginationIcon = (props) => <IconChevronRight {...props} {...drawn} />;
const First: PaginationIcon = (props) => <IconChevronsLeft {...props} {...drawn} />;
const Last: PaginationIcon = (props) => <IconChevronsRight {...props} {...drawn} />;
const drawn = { size: 16, stroke: 1.5 } as const;

type PaginationIcon = FC<{ className?: string | undefined }>;
