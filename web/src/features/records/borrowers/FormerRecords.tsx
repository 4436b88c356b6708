import type { Borrower } from '@bursar/contracts/records/borrowers';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { Line, NoLonger } from './CardParts.tsx';
import { comparedFacts, nameOf } from './compare-records.ts';
import { Value } from './ComparedRecords.tsx';

type Former = Borrower['former'][number];

/** Shown to users who followed the address of a merged record. */
export function CameFromFormer({ former }: { readonly former: readonly Former[] }) {
  const { t } = useTranslation('borrowers');
  const [search] = useSearchParams();
  const record = former.find(({ id }) => id === search.get('from'));
  if (!record) return null;
  return (
    <Note kind="soon" tone="soft" above={4} below={4} role="status">
      <p>{t('former.came', { name: nameOf(record) ?? t('title') })}</p>
      <Text as="p" size="caption" tone="muted">
        <MergedBy former={record} />
      </Text>
    </Note>
  );
}

function MergedBy({ former: { by, at, reason } }: { readonly former: Former }) {
  return (
    <>
      <bdi>{by}</bdi> · <InstantText at={at} style="medium" /> · <bdi>{reason}</bdi>
    </>
  );
}

/** The records that were merged into this one, as they were before the merge. */
export function FormerRecords({ former }: { readonly former: readonly Former[] }) {
  const { t } = useTranslation(['borrowers', 'facts']);
  return former.map((record) => (
    <NoLonger key={record.id} summary={<bdi>{nameOf(record) ?? t('title')}</bdi>}>
      <Text as="p" size="caption" tone="muted">
        <MergedBy former={record} />
      </Text>
      <Stack as="dl" gap={0}>
        {comparedFacts
          .filter((fact) => record[fact] !== null)
          .map((fact) => (
            <Line as="div" key={fact}>
              <Text as="dt" tone="muted" size="caption">
                {t(`facts:${fact}`)}
              </Text>
              <Box as="dd" push>
                <Value fact={fact} record={record} />
              </Box>
            </Line>
          ))}
      </Stack>
    </NoLonger>
  ));
}
