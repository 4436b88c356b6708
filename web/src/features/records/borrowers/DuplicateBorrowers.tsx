import type { ListDuplicates } from '@bursar/contracts/records/borrower-merges';
import { duplicateIn } from '@bursar/contracts/records/borrower-sorts';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { SideDrawer } from '../../../ui/overlay/SideDrawer.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { duplicatesQuery } from './borrowers.queries.ts';

type Duplicates = AnswerOf<ListDuplicates>;
type Pair = Duplicates['pairs'][number];

/** Likely duplicates, for users who may merge them: each pair links to the comparison. */
export function DuplicateBorrowers() {
  const { t } = useTranslation('borrowers');
  const mayMerge = useMay('merge-borrowers');
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...duplicatesQuery, enabled: isOpen });
  if (!mayMerge) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('duplicates.action')}</Button>
      <SideDrawer opened={isOpen} onClose={() => setOpen(false)} title={t('duplicates.action')}>
        <Loaded
          load={loadOf(query)}
          waiting={<SkeletonLines lines={6} />}
          empty={<p>{t('duplicates.none')}</p>}
          isEmpty={({ count }) => count === 0}
        >
          {(found) => <Pairs {...found} />}
        </Loaded>
      </SideDrawer>
    </>
  );
}

function Pairs({ pairs, count, counts }: Duplicates) {
  const { t } = useTranslation('borrowers');
  const format = useFormat();
  const ways = duplicateIn
    .filter((way) => counts[way] > 0)
    .map((way) => `${t(`duplicates.in.${way}`)}: ${format.count(counts[way])}`);
  return (
    <Stack gap={4}>
      <div>
        <Text as="p" weight="medium">
          {t('duplicates.count', { count, figure: format.count(count) })}
        </Text>
        <Text as="p" size="caption" tone="muted">
          {ways.join(' · ')}
        </Text>
      </div>
      <Stack as="ul" gap={0}>
        {pairs.map((pair) => (
          <Box key={`${pair.kept.id} ${pair.other.id}`} as="li" breaks pad={[2, 0]} line="below">
            <Link to={paths.mergeBorrowers(pair.kept.id, pair.other.id)}>
              <Name of={pair.kept} /> · <Name of={pair.other} />
            </Link>
            <Text as="p" size="caption" tone="muted">
              {format.list(pair.matches.map((way) => t(`duplicates.in.${way}`)))}
            </Text>
          </Box>
        ))}
      </Stack>
      {pairs.length < count && (
        <Text as="p" size="caption" tone="muted">
          {t('duplicates.more', { figure: format.count(pairs.length) })}
        </Text>
      )}
    </Stack>
  );
}

function Name({ of: { name, externalId } }: { readonly of: Pair['kept'] }) {
  return (
    <Box as="bdi" flow="row" inline>
      {name !== null && externalId !== null ? `${name} (${externalId})` : (name ?? externalId)}
    </Box>
  );
}
