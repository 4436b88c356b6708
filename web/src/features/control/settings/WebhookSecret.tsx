import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copy-text.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CodeText } from '../../../ui/format/CodeText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Note } from '../../../ui/status/Note.tsx';

type WebhookSecretProps = { readonly secret: string; readonly onDone: () => void };

/** The secret of a webhook, shown only once. */
export function WebhookSecret({ secret, onDone }: WebhookSecretProps) {
  const { t } = useTranslation('webhooks');
  const copy = () =>
    void copyText(secret).then((isCopied) =>
      isCopied ? notify.success(t('secret.copied')) : notify.error(t('secret.notCopied')),
    );
  return (
    <Note kind="accent" flow="stack" gap={3} role="status">
      <Text weight="medium">{t('secret.title')}</Text>
      <p>{t('secret.hint')}</p>
      <Box dir="ltr" breaks>
        <CodeText>{secret}</CodeText>
      </Box>
      <Row align="stretch">
        <Button kind="primary" onClick={onDone}>
          {t('secret.saved')}
        </Button>
        <Button onClick={copy}>{t('secret.copy')}</Button>
      </Row>
    </Note>
  );
}
