import { IconArrowsExchange, IconHistory, IconLanguage, type IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useMay } from '../../lib/use-may.ts';

type RecordLink = {
  readonly path: string;
  readonly words: string;
  readonly icon: ComponentType<IconProps>;
};

/** Records of what was done, which are parts of pages: for those who may read them. */
export function useRecordLinks(): readonly RecordLink[] {
  const role = useSession()?.role;
  const mayAssign = useMay('assign-loans');
  const mayAudit = useMay('read-audit');
  const mayTranslations = useMay('read-missing-translations');
  return [
    ...(mayAssign && (role === 'user' || role === 'team')
      ? [
          {
            path: paths.assignmentBatches(role),
            words: 'palette.assignmentBatches',
            icon: IconArrowsExchange,
          },
        ]
      : []),
    ...(mayAudit
      ? [{ path: paths.auditTrail(), words: 'palette.auditTrail', icon: IconHistory }]
      : []),
    ...(mayTranslations
      ? [
          {
            path: paths.missingTranslations(),
            words: 'palette.missingTranslations',
            icon: IconLanguage,
          },
        ]
      : []),
  ];
}
