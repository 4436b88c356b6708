import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { MailboxPage as OutgoingPage } from '../../features/mails/MailboxPage.tsx';
import { VisitorInbox } from '../../features/visitors/VisitorInbox.tsx';
import { useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { SegmentedChoice } from '../../ui/filters/SegmentedChoice.tsx';

const boxes = ['outgoing', 'visitors'] as const;

/** The mailbox: what the product sends out, and what visitors write to whoever runs it. */
export function MailboxPage() {
  const { t } = useTranslation('visitors');
  const [search, setSearch] = useSearchParams();
  const mayAnswer = useMay('answer-visitors');
  const isAdmin = useSession()?.role === 'admin';
  if (!isAdmin || !mayAnswer) return <OutgoingPage />;
  const chosen = boxes.find((box) => box === search.get('box')) ?? 'outgoing';
  const choice = (
    <SegmentedChoice
      label={t('boxes')}
      choices={boxes.map((value) => ({ value, label: t(`box.${value}`) }))}
      chosen={chosen}
      onChoose={(box) => setSearch(box === 'outgoing' ? {} : { box })}
    />
  );
  return chosen === 'visitors' ? <VisitorInbox boxes={choice} /> : <OutgoingPage boxes={choice} />;
}
