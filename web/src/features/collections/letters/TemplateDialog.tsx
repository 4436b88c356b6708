import {
  hasSubject,
  messageChannels,
  messageFields,
} from '@bursar/contracts/collections/letters.values';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uuidv7 } from 'uuidv7';
import { ApiFailure } from '../../../lib/api-client.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { languages } from '../../../lib/languages.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextareaField } from '../../../ui/form/TextareaField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useSaveTemplate, type Template } from './letters.queries.ts';
import { MessagePreview } from './MessagePreview.tsx';
import {
  hasProblem,
  problemsOf,
  textsOf,
  valuesOf,
  type TemplateValues,
  type TextPlace,
} from './template-form.ts';

type TemplateDialogProps = {
  /** Null for a new template. */
  readonly template: Template | null;
  readonly onClose: () => void;
};

/** The texts of a template in both languages, with a preview on a real loan. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const { t } = useTranslation(['letters', 'contact-log']);
  const [id] = useState(() => template?.id ?? uuidv7());
  const [values, setValues] = useState(() => valuesOf(template));
  const [isTried, setTried] = useState(false);
  const saving = useSaveTemplate();
  const change = (changed: Partial<TemplateValues>) =>
    setValues((before) => ({ ...before, ...changed }));
  const problems = problemsOf(values);
  const isNamed = values.name.trim() !== '';
  const submit = () => {
    setTried(true);
    if (!isNamed || hasProblem(problems)) return;
    const { name, channel } = values;
    saving.mutate(
      { id, version: template?.version ?? 0, name: name.trim(), channel, ...textsOf(values) },
      {
        onSuccess: () => {
          onClose();
          notify.success(t('template.saved'));
        },
      },
    );
  };
  const refusedName =
    saving.error instanceof ApiFailure && saving.error.fields['name'] !== undefined
      ? failureSentence(saving.error)
      : undefined;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t(template ? 'template.editTitle' : 'template.newTitle')}
      submitLabel={t('template.save')}
      onSubmit={submit}
      busy={saving.isPending}
      failure={saving.error && !refusedName ? failureSentence(saving.error) : undefined}
      size="broad"
    >
      <Grid min={14}>
        <TextField
          id="template-name"
          label={t('template.name')}
          required
          maxLength={120}
          focusFirst
          value={values.name}
          error={isTried && !isNamed ? t('template.nameMissing') : refusedName}
          onChange={(name) => change({ name })}
        />
        <SelectField
          id="template-channel"
          label={t('batch.channel')}
          required
          disabled={template !== null}
          options={messageChannels.map((value) => ({
            value,
            label: t(`contact-log:channel.${value}`),
          }))}
          value={values.channel}
          onChange={(channel) => change({ channel })}
        />
      </Grid>
      <Texts values={values} problems={isTried ? problems : {}} onChange={change} />
      <MessagePreview
        values={values}
        isReady={!hasProblem(problems)}
        savedId={template?.channel === 'letter' ? template.id : null}
      />
    </FormDialog>
  );
}

type TextsProps = {
  readonly values: TemplateValues;
  readonly problems: ReturnType<typeof problemsOf>;
  readonly onChange: (changed: Partial<TemplateValues>) => void;
};

function Texts({ values, problems, onChange }: TextsProps) {
  const { t } = useTranslation('letters');
  const last = useRef<TextPlace>('en.body');
  const write = (place: TextPlace, text: string) => {
    const language = place.startsWith('en') ? 'en' : 'ae';
    const part = place.endsWith('body') ? 'body' : 'subject';
    onChange({ [language]: { ...values[language], [part]: text } });
  };
  /** Inserts the field at the cursor of the text that had the focus last. */
  const insert = (field: string) => {
    const input = document.querySelector<HTMLTextAreaElement | HTMLInputElement>(
      `#${idOf(last.current)}`,
    );
    if (!input) return;
    const { value } = input;
    const at = input.selectionStart ?? value.length;
    write(
      last.current,
      `${value.slice(0, at)}{{${field}}}${value.slice(input.selectionEnd ?? at)}`,
    );
    input.focus();
  };
  const common = (place: TextPlace) => ({
    id: idOf(place),
    error: problems[place],
    onChange: (text: string) => write(place, text),
  });
  return (
    <Stack gap={3}>
      <Grid min={18}>
        {languages.map(({ code, name }) => (
          <Box
            key={code}
            flow="stack"
            gap={3}
            dir={code === 'ae' ? 'rtl' : 'ltr'}
            role="group"
            aria-label={name}
            onFocus={(event) => {
              last.current =
                event.target.id === idOf(`${code}.subject`) ? `${code}.subject` : `${code}.body`;
            }}
          >
            {hasSubject(values.channel) && (
              <TextField
                {...common(`${code}.subject`)}
                label={t(`template.subjectIn.${code}`)}
                maxLength={200}
                value={values[code].subject}
              />
            )}
            <TextareaField
              {...common(`${code}.body`)}
              label={t(`template.bodyIn.${code}`)}
              rows={hasSubject(values.channel) ? 9 : 5}
              value={values[code].body}
            />
          </Box>
        ))}
      </Grid>
      <Text tone="muted" size="table">
        {t('template.fieldsHint')}
      </Text>
      <Row gap={1} lines={1}>
        {messageFields.map((field) => (
          <Button key={field} kind="quiet" size="compact" onClick={() => insert(field)}>
            {t(`field.${field}`)}
          </Button>
        ))}
      </Row>
    </Stack>
  );
}

const idOf = (place: TextPlace): string => `template-${place.replace('.', '-')}`;
