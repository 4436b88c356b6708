import type { ExternalContact } from '@bursar/contracts/office/external-contacts';
import { IconAddressBook, IconLayoutGrid, IconList } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf, type Asked } from '../../../lib/load-of.ts';
import { useSearchState } from '../../../lib/search-state.ts';
import { useMay } from '../../../lib/session-query.ts';
import { Avatar } from '../../../ui/avatar/Avatar.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { TitleButton } from '../../../ui/button/TitleButton.tsx';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { EmailText } from '../../../ui/format/EmailText.tsx';
import { PhoneText } from '../../../ui/format/PhoneText.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { TableToCome } from '../../../ui/page/PageShape.tsx';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { MoreRows } from '../../../ui/table/MoreRows.tsx';
import type { Pages } from '../../../ui/table/MoreRows.tsx';
import { ExternalContactDialog } from './ExternalContactDialog.tsx';
import { externalContactsQuery } from './external-contacts.queries.ts';
import classes from './Contacts.module.css';

type ContactsPageProps = {
  readonly borrowers: ReactNode;
  /** Shown in the page header while borrowers are listed. */
  readonly borrowerActions: ReactNode;
};

/** Borrowers of the user's loans, and external contacts: the user's own and shared ones. */
export function ContactsPage({ borrowers, borrowerActions }: ContactsPageProps) {
  const { t } = useTranslation(['external-contacts', 'apps', 'app']);
  const mayReadBorrowers = useMay('read-loans');
  const address = useSearchState();
  const asked = address.choice('people', ['own', 'borrowers']);
  const people = mayReadBorrowers ? asked : 'own';
  const layout = address.choice('as', ['list', 'cards']);
  const q = address.read('q');
  const [open, setOpen] = useState<ExternalContact | 'new' | null>(null);
  useShortcut('n', () => setOpen('new'), { label: t('add'), enabled: people === 'own' });
  const add = (
    <CreateButton shortcut="N" onClick={() => setOpen('new')}>
      {t('add')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('app:title.appsContacts')}
        description={t('about')}
        actions={people === 'borrowers' ? borrowerActions : add}
      />
      <Box flow="row" justify="between" below={4}>
        {mayReadBorrowers && (
          <SegmentedChoice
            label={t('people.label')}
            choices={(['own', 'borrowers'] as const).map((value) => ({
              value,
              label: t(`people.${value}`),
            }))}
            chosen={people}
            onChoose={(chosen) => address.write({ people: chosen, q: null })}
          />
        )}
        {people === 'own' && (
          <Box flow="row" wrap={false} grow className={classes.tools}>
            <SearchBox
              filter={{ id: 'q', kind: 'search', label: t('apps:search') }}
              value={q}
              onChange={(text) => address.write({ q: text })}
            />
            <SegmentedChoice
              label={t('as.label')}
              choices={(['list', 'cards'] as const).map((value) => ({
                value,
                label: <ViewMark name={t(`as.${value}`)} icon={viewIcons[value]} />,
              }))}
              chosen={layout}
              onChoose={(as) => address.write({ as })}
            />
          </Box>
        )}
      </Box>
      {people === 'own' ? (
        <OwnPeople q={q} layout={layout} add={add} onOpen={setOpen} />
      ) : (
        borrowers
      )}
      <ExternalContactDialog open={open} onClose={() => setOpen(null)} />
    </>
  );
}

const viewIcons = { list: IconList, cards: IconLayoutGrid };

function ViewMark({ name, icon: Icon }: { readonly name: string; readonly icon: typeof IconList }) {
  return (
    <span className={classes.view} title={name}>
      <Icon size={18} stroke={1.5} aria-hidden="true" />
      <span className="unseen">{name}</span>
    </span>
  );
}

type ListProps = { readonly q: string | undefined; readonly layout: 'list' | 'cards' };

function OwnPeople({
  q,
  layout,
  add,
  onOpen,
}: ListProps & { add: ReactNode; onOpen: (person: ExternalContact) => void }) {
  const { t } = useTranslation(['external-contacts', 'apps']);
  const query = useInfiniteQuery(externalContactsQuery(q));
  const rows = query.data?.pages.flatMap((page) => page.rows);
  return (
    <People
      query={query}
      people={rows?.map((person) => ({
        id: person.id,
        name: person.name,
        title: (
          <TitleButton weight="medium" onClick={() => onOpen(person)}>
            <bdi>{person.name}</bdi>
          </TitleButton>
        ),
        details: [person.occupation, person.organisation].filter((text) => text !== ''),
        phone: person.phone || null,
        email: person.email || null,
        more: person.isShared && t('apps:madeBy', { name: person.madeBy.name }),
      }))}
      layout={layout}
      none={
        q === undefined ? (
          <EmptyState
            icon={<IconAddressBook size={22} stroke={1.5} />}
            title={t('none')}
            hint={t('noneHint')}
            action={add}
          />
        ) : (
          <EmptyState title={t('apps:noMatch')} />
        )
      }
    />
  );
}

type Person = {
  readonly id: string;
  readonly name: string;
  readonly title: ReactNode;
  readonly details: readonly string[];
  readonly phone: string | null;
  readonly email: string | null;
  readonly more: ReactNode;
};

type PeopleProps = {
  readonly query: Asked & Pages;
  readonly people: readonly Person[] | undefined;
  readonly layout: 'list' | 'cards';
  readonly none: ReactNode;
};

const listLayouts = {
  list: {},
  cards: { flow: 'grid', columns: 'repeat(auto-fill, minmax(min(16rem, 100%), 1fr))' },
} as const;

const personLayouts = {
  list: {
    columns: 'auto minmax(10rem, 1.75fr) minmax(0, 2.1fr) minmax(0, 1.25fr)',
    pad: [2, 0],
    line: 'below',
    className: classes.line,
  },
  cards: { columns: 'auto minmax(0, 1fr)', pad: 4, framed: true, className: classes.card },
} as const;

function People({ query, people, layout, none }: PeopleProps) {
  return (
    <Loaded
      load={{ data: people, failure: failureOf(query) }}
      waiting={<TableToCome rows={8} />}
      isEmpty={(rows) => rows.length === 0}
      empty={none}
    >
      {(rows) => (
        <Stack gap={2}>
          <Box as="ul" {...listLayouts[layout]}>
            {rows.map(({ id, name, title, details, phone, email, more }) => (
              <Box
                key={id}
                flow="grid"
                as="li"
                lines={1}
                gap={3}
                level="center"
                {...personLayouts[layout]}
              >
                <Avatar name={name} />
                <Box shrinks breaks>
                  {title}
                  {details.length > 0 && (
                    <Text tone="muted" size="caption">
                      <bdi>{details.join(' · ')}</bdi>
                    </Text>
                  )}
                </Box>
                <Box
                  flow="row"
                  lines={0}
                  gap={3}
                  align="stretch"
                  size="table"
                  shrinks
                  breaks
                  across={layout === 'cards'}
                >
                  {phone !== null && <PhoneText number={phone} />}
                  {email !== null && <EmailText email={email} />}
                </Box>
                <Box as="p" tone="muted" size="caption" across={layout === 'cards'}>
                  {more}
                </Box>
              </Box>
            ))}
          </Box>
          <MoreRows shown={rows.length} pages={query} />
        </Stack>
      )}
    </Loaded>
  );
}
