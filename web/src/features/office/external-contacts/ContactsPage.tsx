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
import { useMedia } from '../../../ui/state/use-media.ts';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
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
        addedBy: person.isShared ? person.madeBy.name : null,
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
  readonly addedBy: string | null;
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
  list: { columns: 'auto minmax(0, 1fr)', pad: [2, 0], line: 'below', className: classes.line },
  cards: { columns: 'auto minmax(0, 1fr)', pad: 4, framed: true, className: classes.card },
} as const;

function People({ query, people, layout, none }: PeopleProps) {
  const isNarrow = useMedia('(max-width: 48em)');
  return (
    <Loaded
      load={{ data: people, failure: failureOf(query) }}
      waiting={<TableToCome rows={8} />}
      isEmpty={(rows) => rows.length === 0}
      empty={none}
    >
      {(rows) => (
        <Stack gap={2}>
          {layout === 'list' && !isNarrow ? (
            <PeopleTable people={rows} />
          ) : (
            <Box as="ul" {...listLayouts[layout]}>
              {rows.map((person) => (
                <PersonItem key={person.id} person={person} layout={layout} />
              ))}
            </Box>
          )}
          <MoreRows shown={rows.length} pages={query} />
        </Stack>
      )}
    </Loaded>
  );
}

function PeopleTable({ people }: { readonly people: readonly Person[] }) {
  const { t } = useTranslation('external-contacts');
  return (
    <FigureTable
      label={t('people.own')}
      isList
      opensRows
      rows={people}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'name',
          header: t('name'),
          wide: true,
          cell: (person) => (
            <Box flow="row" as="span" gap={3} wrap={false} pad={[2, 0]}>
              <Avatar name={person.name} />
              <NameLines {...person} />
            </Box>
          ),
        },
        {
          id: 'phone',
          header: t('phone'),
          cell: ({ phone }) => phone !== null && <PhoneText number={phone} />,
        },
        {
          id: 'email',
          header: t('email'),
          cell: ({ email }) => email !== null && <EmailText email={email} />,
        },
        {
          id: 'addedBy',
          header: t('addedBy'),
          cell: ({ addedBy }) => <bdi>{addedBy}</bdi>,
        },
      ]}
    />
  );
}

function NameLines({ title, details }: Pick<Person, 'title' | 'details'>) {
  return (
    <Box as="span" shrinks breaks>
      {title}
      {details.length > 0 && (
        <Text as="span" tone="muted" size="caption" className={classes.details}>
          <bdi>{details.join(' · ')}</bdi>
        </Text>
      )}
    </Box>
  );
}

type PersonItemProps = { readonly person: Person; readonly layout: 'list' | 'cards' };

function PersonItem({ person, layout }: PersonItemProps) {
  const { t } = useTranslation('apps');
  const { name, phone, email, addedBy } = person;
  return (
    <Box flow="grid" as="li" lines={1} gap={3} level="center" {...personLayouts[layout]}>
      <Avatar name={name} />
      <NameLines {...person} />
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
        {addedBy !== null && t('madeBy', { name: addedBy })}
      </Box>
    </Box>
  );
}
