import { useQuery } from '@tanstack/react-query';
import { productName } from '../../lib/document-title.ts';
import { sessionQuery } from '../../lib/session-query.ts';
import { InstantText } from '../../ui/format/InstantText.tsx';
import { usePrintMoment } from '../../ui/print/use-print-moment.ts';
import classes from './PrintHead.module.css';

/** On paper alone: whose books these are, who printed them, and when. */
export function PrintHead() {
  const printedAt = usePrintMoment();
  const { data: session } = useQuery(sessionQuery);
  if (printedAt === null) return null;
  return (
    <p className={classes.head}>
      <bdi>{session?.portfolio?.name ?? productName}</bdi>
      <bdi>{session?.name}</bdi>
      <InstantText at={printedAt} style="minute" />
    </p>
  );
}
