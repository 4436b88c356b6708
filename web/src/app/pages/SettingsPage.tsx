import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { BackupList } from '../../features/control/settings/BackupList.tsx';
import { CompanySettings } from '../../features/control/settings/CompanyForm.tsx';
import { CreatePortfolio } from '../../features/control/settings/CreatePortfolio.tsx';
import { MailSettings } from '../../features/control/settings/MailSettings.tsx';
import { PortfolioSettings } from '../../features/control/settings/PortfolioSettings.tsx';
import { SecuritySettings } from '../../features/control/settings/SecuritySettings.tsx';
import { WebhookSettings } from '../../features/control/settings/WebhookSettings.tsx';
import { IssuerDialog } from '../../features/records/invoices/IssuerDialog.tsx';
import { issuerQuery } from '../../features/records/invoices/invoices.queries.ts';
import { loadOf } from '../../lib/load-of.ts';
import { useMay } from '../../lib/session-query.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FormSection } from '../../ui/form/PageForm.tsx';
import { WrittenText } from '../../ui/format/WrittenText.tsx';
import { Box } from '../../ui/layout/Box.tsx';
import { Fact } from '../../ui/layout/Fact.tsx';
import { Row, Stack } from '../../ui/layout/Layout.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { DetailTabs } from '../../ui/tabs/DetailTabs.tsx';
import { OpenDemoData } from './OpenDemoData.tsx';

type Section = 'company' | 'portfolio' | 'mail' | 'security' | 'webhooks' | 'data';

/**
 * `/settings`: the installation's settings for administrators, the portfolio's settings for its
 * manager.
 */
export function SettingsPage() {
  const { t } = useTranslation('settings-page');
  const [search, setSearch] = useSearchParams();
  const isAdmin = useSession()?.role === 'admin';
  const hasWebhooks = useMay('manage-webhooks');
  const every: readonly Section[] = isAdmin
    ? ['company', 'portfolio', 'mail', 'security', 'webhooks', 'data']
    : ['portfolio', 'webhooks'];
  const sections = every.filter((one) => one !== 'webhooks' || hasWebhooks);
  const asked = search.get('section');
  const section = sections.find((one) => one === asked) ?? sections[0] ?? 'portfolio';
  const isCreating = isAdmin && search.get('create') === 'portfolio';
  // As wide as a form, so that lists do not make some sections wider than others.
  const content = (
    <Box max="58.5rem">{isCreating ? <CreatePortfolio /> : <SettingsPart section={section} />}</Box>
  );
  const labels = {
    company: t('tab.company'),
    portfolio: t(isAdmin ? 'tab.portfolios' : 'tab.portfolio'),
    mail: t('tab.mail'),
    security: t('tab.security'),
    webhooks: t('tab.webhooks'),
    data: t('tab.data'),
  };
  return (
    <>
      <PageHeader title={t('title')} />
      {sections.length === 1 ? (
        content
      ) : (
        <DetailTabs
          label={t('sections')}
          tabs={sections.map((id) => ({ id, label: labels[id] }))}
          selected={section}
          onSelect={(id) => setSearch({ section: id }, { replace: true })}
        >
          {content}
        </DetailTabs>
      )}
    </>
  );
}

function SettingsPart({ section }: { readonly section: Section }) {
  switch (section) {
    case 'company':
      return <CompanySettings />;
    case 'portfolio':
      return (
        <Stack gap={6}>
          <PortfolioSettings further={<HowToPay />} />
          <OpenDemoData />
        </Stack>
      );
    case 'mail':
      return <MailSettings />;
    case 'security':
      return <SecuritySettings />;
    case 'webhooks':
      return <WebhookSettings />;
    case 'data':
      return <BackupList />;
  }
}

/** The issuer and the payment details of the manager's own portfolio. */
function HowToPay() {
  const { t } = useTranslation('settings-page');
  const mayChange = useMay('change-invoice-issuer');
  const issuer = useQuery({ ...issuerQuery, enabled: mayChange });
  const [isOpen, setOpen] = useState(false);
  if (!mayChange) return null;
  return (
    <FormSection title={t('portfolio.issuerAndPayment')} hint={t('portfolio.howToPayHint')}>
      <Loaded load={loadOf(issuer)} waiting={<SkeletonLines lines={2} />}>
        {({ name, paymentDetails }) => (
          <Stack as="dl" gap={2}>
            <Fact isWide name={t('portfolio.issuer')}>
              <bdi>{name}</bdi>
            </Fact>
            <Fact isWide name={t('portfolio.howToPay')}>
              {paymentDetails === '' ? (
                t('portfolio.noHowToPay')
              ) : (
                <WrittenText>{paymentDetails}</WrittenText>
              )}
            </Fact>
          </Stack>
        )}
      </Loaded>
      <Row>
        <Button onClick={() => setOpen(true)}>{t('portfolio.changeIssuer')}</Button>
      </Row>
      <IssuerDialog opened={isOpen} onClose={() => setOpen(false)} />
    </FormSection>
  );
}
