import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../lib/failure-sentence.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Box } from '../../ui/layout/Box.tsx';
import { notify } from '../../ui/overlay/notify.ts';
import classes from './InvitationLink.module.css';
import { useHandOverInvitation } from './staff.queries.ts';

/** Where no mail goes out: the link that whoever invites hands over themselves, once they ask. */
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
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => notify.success(t('handOver.copied')),
      () => notify.error(t('handOver.notCopied')),
    );
  return (
    <Box
      flow="stack"
      role="status"
      gap={2}
      align="start"
      pad={[3, 4]}
      max="34rem"
      text="start"
      framed
    >
      <p>{t('handOver.meaning')}</p>
      <code dir="ltr" className={classes.address}>
        {link}
      </code>
      <Button onClick={copy}>{t('handOver.copy')}</Button>
    </Box>
  );
}
