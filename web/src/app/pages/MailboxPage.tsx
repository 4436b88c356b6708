import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { StaffMailPage } from '../../features/office/staff-mail/StaffMailPage.tsx';
import { Outbox } from '../../features/access/outbox/Outbox.tsx';
import { EnquiryInbox } from '../../features/access/enquiries/EnquiryInbox.tsx';
import { useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { SegmentedChoice } from '../../ui/filters/SegmentedChoice.tsx';

const boxes = ['colleagues', 'outgoing', 'visitors'] as const;

/** Staff mail; administrators with the permissions also see the outbox and enquiries. */
export function MailboxPage() {
  const { t } = useTranslation('enquiries');
  const [search, setSearch] = useSearchParams();
  const mayAnswer = useMay('answer-visitors');
  const mayFollow = useMay('read-mails');
  if (useSession()?.role !== 'admin') return <StaffMailPage />;
  const may = { colleagues: true, outgoing: mayFollow, visitors: mayAnswer };
  const open = boxes.filter((box) => may[box]);
  const chosen = open.find((box) => box === search.get('box')) ?? 'colleagues';
  const choice = open.length > 1 && (
    <SegmentedChoice
      label={t('boxes')}
      choices={open.map((value) => ({ value, label: t(`box.${value}`) }))}
      chosen={chosen}
      onChoose={(box) => setSearch(box === 'colleagues' ? {} : { box })}
    />
  );
  if (chosen === 'visitors') return <EnquiryInbox boxes={choice} />;
  return chosen === 'outgoing' ? <Outbox boxes={choice} /> : <StaffMailPage boxes={choice} />;
}
