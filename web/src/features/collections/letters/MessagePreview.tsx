import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { languages } from '../../../lib/languages.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SearchedField } from '../../../ui/form/SearchedField.tsx';
import { SelectField, type SelectOption } from '../../../ui/form/SelectField.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { WrittenText } from '../../../ui/format/WrittenText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Note } from '../../../ui/status/Note.tsx';
import { foundLoansQuery } from '../../servicing/loan-account/found-loans-query.ts';
import { previewQuery, useLetterPreviewFile } from './letters.queries.ts';
import { shownCharacters } from '../../../lib/shown-characters.ts';
import { textsOf, type TemplateValues } from './template-form.ts';

type MessagePreviewProps = {
  readonly values: TemplateValues;
  /** False while a text has a problem. */
  readonly isReady: boolean;
  /** The id of a saved letter template, which can be printed. */
  readonly savedId: string | null;
};

/** The message as it would be sent today about a loan that the user picks. */
export function MessagePreview({ values, isReady, savedId }: MessagePreviewProps) {
  const { t } = useTranslation('letters');
  const [loan, setLoan] = useState<SelectOption | null>(null);
  const [language, setLanguage] = useState<'en' | 'ae' | null>(null);
  return (
    <Stack gap={3}>
      <Text as="h3" size="body" weight="strong">
        {t('preview.title')}
      </Text>
      <Grid min={14}>
        <LoanField chosen={loan} onChoose={setLoan} />
        <SelectField
          id="preview-language"
          label={t('preview.language')}
          optional
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          value={language}
          onChange={setLanguage}
        />
      </Grid>
      {loan === null && (
        <Text tone="muted" size="table">
          {t('preview.pickLoan')}
        </Text>
      )}
      {loan !== null && !isReady && (
        <Text tone="muted" size="table">
          {t('preview.notReady')}
        </Text>
      )}
      {loan !== null && isReady && (
        <Written values={values} loanId={loan.value} language={language} savedId={savedId} />
      )}
    </Stack>
  );
}

type LoanFieldProps = {
  readonly chosen: SelectOption | null;
  readonly onChoose: (loan: SelectOption | null) => void;
};

function LoanField({ chosen, onChoose }: LoanFieldProps) {
  const { t } = useTranslation('letters');
  const [typed, setTyped] = useState('');
  const { data } = useQuery(foundLoansQuery(useDeferredValue(typed.trim().slice(0, 100))));
  const found = (data?.loans ?? []).map(({ id, reference, borrower }) => ({
    value: id,
    label: [reference, borrower.name].filter(Boolean).join(' · '),
  }));
  return (
    <SearchedField
      id="preview-loan"
      label={t('preview.loan')}
      optional
      chosen={chosen}
      found={found}
      onType={(text) => setTyped(text === chosen?.label ? '' : text)}
      onChoose={(id) => onChoose(found.find(({ value }) => value === id) ?? null)}
    />
  );
}

type WrittenProps = {
  readonly values: TemplateValues;
  readonly loanId: string;
  readonly language: 'en' | 'ae' | null;
  readonly savedId: string | null;
};

function Written({ values, loanId, language, savedId }: WrittenProps) {
  const { t } = useTranslation('letters');
  const format = useFormat();
  const asked = useDeferredValue({
    channel: values.channel,
    ...textsOf(values),
    loanId,
    ...(language && { language }),
  });
  const query = useQuery(previewQuery(asked));
  const printing = useLetterPreviewFile();
  return (
    <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={4} />}>
      {({ recipient, address, subject, body, emptyFields, unprintable }) => (
        <Stack gap={3}>
          {emptyFields.length > 0 && (
            <Note kind="soon">
              {t('preview.emptyFields', {
                fields: format.list(emptyFields.map((field) => t(`field.${field}`))),
              })}
            </Note>
          )}
          {address === null && <Note kind="soon">{t('preview.noAddress')}</Note>}
          {unprintable.length > 0 && (
            <Note kind="soon">
              {t('preview.unprintable', { characters: shownCharacters(unprintable) })}
            </Note>
          )}
          <Box framed pad={[4, 4]} aria-label={t('preview.title')} role="group">
            <WrittenText tone="muted" size="table">
              {[recipient, address].filter(Boolean).join('\n')}
            </WrittenText>
            {subject !== null && <WrittenText weight="strong">{subject}</WrittenText>}
            <WrittenText>{body}</WrittenText>
          </Box>
          <Row gap={3} lines={2} justify="between">
            <Text tone="muted" size="table">
              {t('preview.length', { count: body.length, figure: format.count(body.length) })}
            </Text>
            {savedId !== null && (
              <Button
                size="compact"
                busy={printing.isPending}
                onClick={() =>
                  printing.mutate(
                    { loanId, templateId: savedId },
                    { onError: (cause) => notify.error(failureSentence(cause)) },
                  )
                }
              >
                {t('preview.pdf')}
              </Button>
            )}
          </Row>
        </Stack>
      )}
    </Loaded>
  );
}
