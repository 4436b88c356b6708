import type { BorrowerDocument } from '@bursar/contracts/records/documents';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadOf } from '../../../lib/load-of.ts';
import { paths } from '../../../lib/paths.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { borrowerDocumentsQuery } from './documents.queries.ts';
import { DocumentItem, DocumentPreview } from './DocumentsPanel.tsx';

/**
 * The documents of all the borrower's loans in the user's scope. They are filed and withdrawn on
 * the loan's page.
 */
export function DocumentsOfBorrower({ borrowerId }: { readonly borrowerId: string }) {
  const { t } = useTranslation('documents');
  const query = useQuery(borrowerDocumentsQuery(borrowerId));
  const [previewed, setPreviewed] = useState<BorrowerDocument | null>(null);
  return (
    <Loaded
      load={loadOf(query)}
      waiting={<SkeletonLines lines={2} />}
      empty={
        <Box as="p" tone="muted" size="caption" pad={[3, 0]}>
          {t('emptyOfBorrower')}
        </Box>
      }
      isEmpty={({ documents }) => documents.length === 0}
    >
      {({ documents }) => (
        <>
          <Stack as="ul" gap={0} aria-label={t('label')}>
            {documents.map((document) => (
              <DocumentItem
                key={document.id}
                document={document}
                caption={
                  <Link to={paths.loanDetails(document.loan.id)}>{document.loan.reference}</Link>
                }
                onPreview={() => setPreviewed(document)}
              />
            ))}
          </Stack>
          <DocumentPreview document={previewed} onClose={() => setPreviewed(null)} />
        </>
      )}
    </Loaded>
  );
}
