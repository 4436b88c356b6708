import { documentTypes } from '@bursar/contracts/records/document-types';
import type { MailAttachment } from '@bursar/contracts/office/staff-mail';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { spellBytes } from '../../../ui/file/refuse-file.ts';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import type { Uploading } from './use-mail-draft.ts';

type FilesProps = {
  readonly attached: readonly MailAttachment[];
  readonly uploads: readonly Uploading[];
  readonly onTakeOff: (id: string) => void;
  readonly onDrop: (id: string) => void;
};

/** The attachments of a message, and the uploads in progress. */
export function MailFiles({ attached, uploads, onTakeOff, onDrop }: FilesProps) {
  const { t } = useTranslation('staff-mail');
  const format = useFormat();
  const { locale } = format.settings;
  if (attached.length + uploads.length === 0) return null;
  return (
    <Stack as="ul" gap={1} aria-label={t('attachments')}>
      {attached.map((file) => (
        <FileLine key={file.id} name={file.name} onTakeOff={() => onTakeOff(file.id)}>
          <Text as="span" size="caption" tone="muted">
            {spellBytes(file.bytes, locale)}
          </Text>
        </FileLine>
      ))}
      {uploads.map(({ id, file, bytesSent, failure }) => (
        <FileLine key={id} name={file.name} onTakeOff={() => onDrop(id)}>
          <Text as="span" size="caption" tone={failure ? 'late' : 'muted'} role="status">
            {failure instanceof Error && failureSentence(failure)}
            {typeof failure === 'string' && t(`refused.${failure}`)}
            {failure === null &&
              t('uploading', {
                done: spellBytes(bytesSent, locale),
                all: spellBytes(file.size, locale),
              })}
          </Text>
        </FileLine>
      ))}
    </Stack>
  );
}

type FileLineProps = {
  readonly name: string;
  readonly onTakeOff: () => void;
  readonly children: ReactNode;
};

function FileLine({ name, onTakeOff, children }: FileLineProps) {
  const { t } = useTranslation('staff-mail');
  return (
    <Row as="li" gap={2} wrap={false}>
      <IconPaperclip size={16} stroke={1.5} aria-hidden="true" />
      <Text as="bdi" clip>
        {name}
      </Text>
      {children}
      <IconButton
        size="compact"
        label={t('takeOff', { name })}
        icon={<IconX size={14} stroke={1.75} />}
        onClick={onTakeOff}
      />
    </Row>
  );
}

type AttachButtonProps = {
  readonly isFull: boolean;
  readonly onFiles: (files: Iterable<File>) => void;
};

export function AttachButton({ isFull, onFiles }: AttachButtonProps) {
  const { t } = useTranslation('staff-mail');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        icon={<IconPaperclip size={16} stroke={1.5} />}
        disabled={isFull}
        onClick={() => input.current?.click()}
      >
        {t('attach')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('attach')}
        accept={Object.keys(documentTypes).join(',')}
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
    </>
  );
}
