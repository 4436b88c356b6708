import type { ReadSentLetterPdf } from '@bursar/contracts/collections/dunning';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '../../../lib/download.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { languages } from '../../../lib/languages.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { WrittenText } from '../../../ui/format/WrittenText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { sentMessageQuery } from './contact-log.queries.ts';

type SentMessageDialogProps = {
  readonly loanId: string;
  readonly messageId: string;
  readonly onClose: () => void;
};

/** A letter or message as it was sent. */
export function SentMessageDialog({ loanId, messageId, onClose }: SentMessageDialogProps) {
  const { t } = useTranslation('contact-log');
  const query = useQuery(sentMessageQuery(loanId, messageId));
  const printing = useMutation({
    mutationFn: () =>
      downloadFile<ReadSentLetterPdf>('GET /api/loans/:loanId/messages/:loanMessageId/letter.pdf', {
        params: { loanId, loanMessageId: messageId },
      }),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('message.title')}
      submitLabel={query.data?.channel === 'letter' ? t('message.print') : null}
      onSubmit={() => printing.mutate()}
      busy={printing.isPending}
      failure={printing.error ? failureSentence(printing.error) : undefined}
    >
      <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={6} />}>
        {(message) => (
          <Stack gap={4}>
            <Text tone="muted" size="table">
              {t(`channel.${message.channel}`)}
              {' · '}
              {languages.find(({ code }) => code === message.language)?.name}
              {' · '}
              <InstantText at={message.sentAt} />
            </Text>
            <Stack gap={1}>
              <Text tone="muted" size="table">
                {t('message.to')}
              </Text>
              <WrittenText>{`${message.recipient}\n${message.address}`}</WrittenText>
            </Stack>
            <Box framed pad={[4, 4]}>
              {message.subject !== null && (
                <WrittenText weight="strong">{message.subject}</WrittenText>
              )}
              <WrittenText>{message.body}</WrittenText>
            </Box>
            <Text tone="muted" size="table">
              {t(message.releasedItself ? 'message.itself' : 'list.by', {
                name: message.releasedBy,
              })}
              {message.delivery && <> · {t(`message.delivery.${message.delivery}`)}</>}
            </Text>
          </Stack>
        )}
      </Loaded>
    </FormDialog>
  );
}
