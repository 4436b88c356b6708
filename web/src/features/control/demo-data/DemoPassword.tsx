import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copy-text.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CodeText } from '../../../ui/format/CodeText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Note } from '../../../ui/status/Note.tsx';

type DemoPasswordProps = { readonly password: string; readonly onDone: () => void };

/** The password of the demo's accounts, shown only once. */
export function DemoPassword({ password, onDone }: DemoPasswordProps) {
  const { t } = useTranslation('demo-data');
  const copy = () =>
    void copyText(password).then((isCopied) =>
      isCopied ? notify.success(t('password.copied')) : notify.error(t('password.notCopied')),
    );
  return (
    <Note kind="accent" flow="stack" gap={3} role="status">
      <Text weight="medium">{t('password.title')}</Text>
      <p>{t('password.hint')}</p>
      <Box dir="ltr" breaks>
        <CodeText>{password}</CodeText>
      </Box>
      <Row align="stretch">
        <Button kind="primary" onClick={copy}>
          {t('password.copy')}
        </Button>
        <Button onClick={onDone}>{t('password.hide')}</Button>
      </Row>
    </Note>
  );
}
