import type { Borrower } from '@bursar/contracts/records/borrowers';
import { identityEndReasons } from '@bursar/contracts/choices';
import type { IdentityDocument } from '@bursar/contracts/records/identity-documents';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractForm } from '../../../lib/contract-form.ts';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { DayText } from '../../../ui/format/DayText.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { InstantText } from '../../../ui/format/InstantText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { StatusBadge } from '../../../ui/status/StatusBadge.tsx';
import { NoLonger } from './CardParts.tsx';
import { AddIdentityDocument } from './AddIdentityDocument.tsx';
import { useEndIdentityDocument, useVerifyIdentityDocument } from './borrowers.queries.ts';
import { expiryOf } from './expiry-of.ts';

/** The identity documents of a borrower: those in use first, then ended ones. */
export function IdentityDocuments({ borrower }: { readonly borrower: Borrower }) {
  const { t } = useTranslation('borrowers');
  const format = useFormat();
  const mayChange = useMay('manage-borrowers');
  const [isAdding, setAdding] = useState(false);
  const live = borrower.identityDocuments.filter(({ ended }) => ended === null);
  const ended = borrower.identityDocuments.filter((document) => document.ended !== null);
  return (
    <>
      {live.length === 0 ? (
        <Box as="p" tone="muted" size="caption" pad={[3, 0]}>
          {t('identity.none')}
        </Box>
      ) : (
        <Stack as="ul" gap={0} aria-label={t('part.identity')}>
          {live.map((document) => (
            <DocumentCard
              key={document.id}
              borrowerId={borrower.id}
              document={document}
              mayChange={mayChange}
            />
          ))}
        </Stack>
      )}
      {ended.length > 0 && (
        <NoLonger
          summary={t('identity.ended', {
            count: ended.length,
            figure: format.count(ended.length),
          })}
        >
          <Stack as="ul" gap={0}>
            {ended.map((document) => (
              <EndedDocument key={document.id} document={document} />
            ))}
          </Stack>
        </NoLonger>
      )}
      {mayChange && (
        <Box pad={[3, 0, 0]}>
          <Button size="compact" onClick={() => setAdding(true)}>
            {t('identity.add')}
          </Button>
        </Box>
      )}
      <AddIdentityDocument borrower={borrower} opened={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

type DocumentCardProps = {
  readonly borrowerId: string;
  readonly document: IdentityDocument;
  readonly mayChange: boolean;
};

function DocumentCard({ borrowerId, document, mayChange }: DocumentCardProps) {
  const { t } = useTranslation('borrowers');
  const [asked, setAsked] = useState<'verify' | 'end' | null>(null);
  const { kind, number, verified } = document;
  const named = { kind: t(`identity.kind.${kind}`), number };
  const close = () => setAsked(null);
  return (
    <Box flow="stack" as="li" gap={1} size="table" pad={[3, 0]} line="below">
      <Row gap={3} lines={1} justify="between" align="center">
        <Text as="span" weight="medium">
          {named.kind}
        </Text>
        <Expiry expiresOn={document.expiresOn} />
      </Row>
      <DocumentDetails document={document} />
      <Row gap={3} lines={1} align="center">
        <Text as="span" tone="muted" size="caption">
          {verified ? (
            <>
              {t('identity.verifiedBy')} <bdi>{verified.by}</bdi> ·{' '}
              <InstantText at={verified.at} style="medium" />
            </>
          ) : (
            t('identity.unverified')
          )}
        </Text>
        {mayChange && (
          <Box flow="row" gap={2} push>
            {!verified && (
              <Button
                kind="quiet"
                size="compact"
                aria-label={t('identity.verifyOf', named)}
                onClick={() => setAsked('verify')}
              >
                {t('identity.verify')}
              </Button>
            )}
            <Button
              kind="quiet"
              size="compact"
              aria-label={t('identity.endOf', named)}
              onClick={() => setAsked('end')}
            >
              {t('identity.end')}
            </Button>
          </Box>
        )}
      </Row>
      {asked === 'verify' && (
        <VerifyDialog borrowerId={borrowerId} document={document} onClose={close} />
      )}
      {asked === 'end' && <EndDialog borrowerId={borrowerId} document={document} onClose={close} />}
    </Box>
  );
}

function Expiry({ expiresOn }: Pick<IdentityDocument, 'expiresOn'>) {
  const { t } = useTranslation('borrowers');
  const { today } = useFormat().settings;
  const expiry = today === undefined ? null : expiryOf(expiresOn, today);
  if (expiry === null) return null;
  return expiry === 'expired' ? (
    <StatusBadge tone="late">{t('identity.expired')}</StatusBadge>
  ) : (
    <StatusBadge tone="soon">{t('identity.expiresSoon')}</StatusBadge>
  );
}

function DocumentDetails({ document }: { readonly document: IdentityDocument }) {
  const { t } = useTranslation('borrowers');
  const format = useFormat();
  const { number, country, expiresOn } = document;
  return (
    <p>
      <Box dir="ltr" as="bdi" tabular breaks>
        {number}
      </Box>
      {' · '}
      <bdi>{format.country(country)}</bdi>
      {expiresOn && (
        <>
          {' · '}
          {t('identity.until')} <DayText day={expiresOn} />
        </>
      )}
    </p>
  );
}

/** An ended document, struck through so that users do not mistake it for a valid one. */
function EndedDocument({ document }: { readonly document: IdentityDocument }) {
  const { t } = useTranslation('borrowers');
  const format = useFormat();
  const { kind, number, country, ended } = document;
  return (
    <Box flow="stack" as="li" gap={0} size="table" pad={[3, 0]} line="below">
      <s>
        {t(`identity.kind.${kind}`)} <bdi dir="ltr">{number}</bdi> ·{' '}
        <bdi>{format.country(country)}</bdi>
      </s>
      {ended && (
        <Text as="span" tone="muted" size="caption">
          {t(`identity.reason.${ended.reason}`)} · <InstantText at={ended.at} style="medium" /> ·{' '}
          <bdi>{ended.by}</bdi>
        </Text>
      )}
    </Box>
  );
}

type AskedProps = Pick<DocumentCardProps, 'borrowerId' | 'document'> & {
  readonly onClose: () => void;
};

function VerifyDialog({ borrowerId, document, onClose }: AskedProps) {
  const { t } = useTranslation('borrowers');
  const { id: identityDocumentId, kind } = document;
  const verifying = useVerifyIdentityDocument({ borrowerId, identityDocumentId });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('identity.verifyTitle')}
      confirmLabel={t('identity.verify')}
      onConfirm={() => verifying.mutate(undefined, { onSuccess: onClose })}
      busy={verifying.isPending}
      failure={verifying.error ? failureSentence(verifying.error) : undefined}
    >
      <Stack gap={3}>
        <Text as="p" weight="medium">
          {t(`identity.kind.${kind}`)}
        </Text>
        <DocumentDetails document={document} />
        <p>{t('identity.verifyMeaning')}</p>
      </Stack>
    </ConfirmDialog>
  );
}

type Ending = { readonly reason: (typeof identityEndReasons)[number] };

function EndDialog({ borrowerId, document, onClose }: AskedProps) {
  const { t } = useTranslation('borrowers');
  const { id: identityDocumentId, kind } = document;
  const form = useContractForm<Ending, Ending, unknown>({
    name: 'end-identity-document',
    empty: () => ({ reason: 'replaced' }),
    body: (values) => values,
    mutation: useEndIdentityDocument({ borrowerId, identityDocumentId }),
    onSent: onClose,
  });
  return (
    <FormDialog
      {...form.dialog}
      opened
      size="small"
      onClose={onClose}
      title={t('identity.endTitle')}
      submitLabel={t('identity.end')}
      submitKind="danger"
    >
      <Text as="p" weight="medium">
        {t(`identity.kind.${kind}`)}
      </Text>
      <DocumentDetails document={document} />
      <p>{t('identity.endMeaning')}</p>
      <SelectField
        {...form.controlProps('reason')}
        label={t('identity.why')}
        required
        options={identityEndReasons.map((value) => ({
          value,
          label: t(`identity.reason.${value}`),
        }))}
        value={form.values.reason}
        onChange={(reason) => form.change({ reason })}
      />
    </FormDialog>
  );
}
