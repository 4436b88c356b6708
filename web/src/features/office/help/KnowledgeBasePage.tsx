import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { matchesSearch } from '../../../ui/filters/search-text.ts';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Row, Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { TextLink } from '../../../ui/link/TextLink.tsx';
import { type HelpArticle, helpArticles, helpTopics } from './help-articles.ts';
import classes from './Help.module.css';

/** Help articles by topic and by search; each article has an address of its own. */
export function KnowledgeBasePage() {
  const [search] = useSearchParams();
  const article = helpArticles.find(({ id }) => id === search.get('article'));
  return article ? <Article article={article} /> : <Articles />;
}

function Articles() {
  const { t } = useTranslation('help');
  const { typed, box } = useHelpSearch();
  const found = helpArticles.filter(({ id }) =>
    matchesSearch(
      [t(`article.${id}.title`), t(`article.${id}.summary`), t(`article.${id}.steps`)].join(' '),
      typed,
    ),
  );
  return (
    <>
      <PageHeader title={t('knowledge.title')} description={t('knowledge.meaning')} />
      <Stack gap={6}>
        <Row>{box}</Row>
        {found.length === 0 && <NothingFound title={t('knowledge.none')} />}
        <div>
          {helpTopics.map((topic) => (
            <Topic
              key={topic}
              title={t(`topic.${topic}`)}
              articles={found.filter((article) => article.topic === topic)}
            />
          ))}
        </div>
      </Stack>
    </>
  );
}

type TopicProps = { title: string; articles: readonly HelpArticle[] };

/** The articles of a topic in columns, below its title or next to it. */
function Topic({ title, articles }: TopicProps) {
  const { t } = useTranslation('help');
  if (articles.length === 0) return null;
  return (
    <Box as="section" line="above" pad={[5, 0]} className={classes.topic}>
      <Text as="h2" size="lead" weight="strong">
        {title}
      </Text>
      <ul className={classes.articles}>
        {articles.map(({ id }) => (
          <li key={id}>
            <TextLink plain quiet weight="medium" to={paths.helpArticle(id)}>
              {t(`article.${id}.title`)}
            </TextLink>
            <Box as="p" tone="muted" size="table" above={1}>
              {t(`article.${id}.summary`)}
            </Box>
          </li>
        ))}
      </ul>
    </Box>
  );
}

function Article({ article: { id, topic, page } }: { article: HelpArticle }) {
  const { t } = useTranslation('help');
  const role = useSession()?.role;
  const path = role && page[role];
  const others = helpArticles.filter((one) => one.topic === topic && one.id !== id);
  return (
    <>
      <PageHeader
        title={t(`article.${id}.title`)}
        description={t(`article.${id}.summary`)}
        back={
          <TextLink weight="medium" to={paths.knowledgeBase}>
            {t('knowledge.all')}
          </TextLink>
        }
        actions={
          path && (
            <ButtonLink kind="primary" to={path}>
              {t('knowledge.open')}
            </ButtonLink>
          )
        }
      />
      <Stack gap={8}>
        <Box
          flow="stack"
          as="ol"
          gap={4}
          max="44rem"
          className={classes.steps}
          aria-label={t('knowledge.steps')}
        >
          {t(`article.${id}.steps`)
            .split('\n')
            .map((step) => (
              <li key={step}>{step}</li>
            ))}
        </Box>
        <Topic title={t(`topic.${topic}`)} articles={others} />
      </Stack>
    </>
  );
}

/** The search of both help pages, stored in the address. */
export function useHelpSearch() {
  const { t } = useTranslation('help');
  const [search, setSearch] = useSearchParams();
  const typed = search.get('q') ?? '';
  const box = (
    <SearchBox
      filter={{
        id: 'q',
        kind: 'search',
        label: t('knowledge.search'),
        placeholder: t('knowledge.searchHint'),
      }}
      value={typed}
      onChange={(q) => setSearch(q ? { q } : {}, { replace: true })}
    />
  );
  return { typed, box };
}

export function NothingFound({ title }: { title: string }) {
  const { t } = useTranslation('help');
  return (
    <EmptyState
      title={title}
      hint={t('knowledge.noneHint')}
      action={<ButtonLink to={paths.contactUs}>{t('knowledge.write')}</ButtonLink>}
    />
  );
}
