import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { HandedOver } from './HandedOver.tsx';
import { useHandOverInvitation } from './staff.queries.ts';

/** The invitation link, shown on request to pass on in person if no mail is delivered. */
export function InvitationLink({ accountId }: { accountId: string }) {
  const { t } = useTranslation('staff');
  const handing = useHandOverInvitation(accountId);
  const link = handing.data?.link;
  if (link === undefined) {
    const show = () =>
      handing.mutate(undefined, { onError: (cause) => notify.error(failureSentence(cause)) });
    return (
      <Button onClick={show} busy={handing.isPending}>
        {t('handOver.action')}
      </Button>
    );
  }
  return <HandedOver kind="link" meaning={t('handOver.meaning')} value={link} />;
}
