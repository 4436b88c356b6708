import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { FormFailure } from '../form/FormMessages.tsx';
import { Row, Stack } from '../layout/Layout.tsx';
import { Text } from '../layout/Text.tsx';
import { Note } from '../status/Note.tsx';

type FileFormProps = {
  readonly title: string;
  readonly meaning: string;
  readonly failure?: string | undefined;
  readonly busy: boolean;
  readonly onSend: () => void;
  /** Called to choose another file. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
};

/** A form about a chosen file; the file is read once the form is sent. */
export function FileForm(props: FileFormProps) {
  const { title, meaning, failure, busy, onSend, onLeave, children } = props;
  const { t } = useTranslation('ui');
  return (
    <Note kind="soon" as="section" aria-label={title} pad={[4, 4]}>
      <Stack gap={5}>
        <Stack gap={1}>
          <Text as="h2" size="body" weight="strong">
            {title}
          </Text>
          <Text tone="muted" size="table">
            {meaning}
          </Text>
        </Stack>
        <FormFailure failure={failure} />
        {children}
        <Row gap={3}>
          <Button kind="primary" busy={busy} onClick={onSend}>
            {t('fileQuestions.send')}
          </Button>
          <Button kind="quiet" onClick={onLeave} disabled={busy}>
            {t('fileQuestions.leave')}
          </Button>
        </Row>
      </Stack>
    </Note>
  );
}
