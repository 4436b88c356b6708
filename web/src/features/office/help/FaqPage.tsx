import '@mantine/core/styles/Accordion.layer.css';
import { Accordion } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { matchesSearch } from '../../../ui/filters/search-text.ts';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row } from '../../../ui/layout/Layout.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { helpQuestions } from './help-articles.ts';
import { NothingFound, useHelpSearch } from './KnowledgeBasePage.tsx';
import classes from './Help.module.css';

const firstQuestion = helpQuestions[0]?.ids[0];

/**
 * Short answers to frequent questions; the first is open. The address stores the open one, so that it
 * can be shared.
 */
export function FaqPage() {
  const { t } = useTranslation('help');
  const { typed, box } = useHelpSearch();
  const [search, setSearch] = useSearchParams();
  const found = helpQuestions
    .map(({ topic, ids }) => ({
      topic,
      ids: ids.filter((id) =>
        matchesSearch(`${t(`question.${id}.asked`)} ${t(`question.${id}.answer`)}`, typed),
      ),
    }))
    .filter(({ ids }) => ids.length > 0);
  const open = (id: string | null) => {
    const next = new URLSearchParams(search);
    next.set('question', id ?? '');
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <PageHeader title={t('faq.title')} description={t('faq.meaning')} />
      <Box flow="stack" gap={6} max="48rem">
        <Row>{box}</Row>
        {found.length === 0 ? (
          <NothingFound title={t('faq.none')} />
        ) : (
          <Accordion
            value={search.get('question') ?? firstQuestion ?? null}
            onChange={open}
            order={3}
            // The other mode hides closed answers in print, too.
            keepMountedMode="display-none"
            className={classes.questions}
            classNames={{
              item: classes.question,
              control: classes.asked,
              chevron: classes.chevron,
              panel: classes.panel,
              content: classes.answer,
            }}
          >
            {found.map(({ topic, ids }) => (
              <section key={topic} aria-labelledby={`faq-${topic}`}>
                <Box
                  as="h2"
                  id={`faq-${topic}`}
                  size="lead"
                  weight="strong"
                  pad={[2, 0]}
                  line="below"
                >
                  {t(`topic.${topic}`)}
                </Box>
                {ids.map((id) => (
                  <Accordion.Item key={id} value={id}>
                    <Accordion.Control>{t(`question.${id}.asked`)}</Accordion.Control>
                    <Accordion.Panel>{t(`question.${id}.answer`)}</Accordion.Panel>
                  </Accordion.Item>
                ))}
              </section>
            ))}
          </Accordion>
        )}
        <TextLink weight="medium" to={paths.knowledgeBase}>
          {t('faq.more')}
        </TextLink>
      </Box>
    </>
  );
}
