import { personalNoteViews } from '@bursar/contracts/choices';
import type { PersonalNote } from '@bursar/contracts/office/personal-notes';
import { IconNotes, IconStar, IconStarFilled, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { loadOf } from '../../../lib/load-of.ts';
import { useSearchState } from '../../../lib/search-state.ts';
import { Button, IconButton } from '../../../ui/button/Button.tsx';
import { CreateButton } from '../../../ui/button/CreateButton.tsx';
import { TitleButton } from '../../../ui/button/TitleButton.tsx';
import { SearchBox } from '../../../ui/filters/SearchBox.tsx';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { Grid, Row } from '../../../ui/layout/Layout.tsx';
import { Text } from '../../../ui/layout/Text.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Loaded } from '../../../ui/page/Loaded.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { CardsToCome } from '../../../ui/page/PageShape.tsx';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { Tag } from '../../../ui/status/Tag.tsx';
import { inColour } from '../../../ui/status/Tag.tsx';
import { PersonalNoteDialog } from './PersonalNoteDialog.tsx';
import { personalNotesQuery, useMarkPersonalNote } from './personal-notes.queries.ts';
import classes from './PersonalNotes.module.css';

/** Notes that belong to no loan: the user's own and those shared with them. */
export function PersonalNotesPage() {
  const { t } = useTranslation(['personal-notes', 'apps', 'app']);
  const address = useSearchState();
  const asked = {
    personalNotes: address.choice('personalNotes', personalNoteViews),
    q: address.read('q'),
    tag: address.read('tag'),
  };
  const query = useQuery(personalNotesQuery(asked));
  const [open, setOpen] = useState<PersonalNote | 'new' | null>(null);
  useShortcut('n', () => setOpen('new'), { label: t('add') });
  const isNarrowed =
    asked.q !== undefined || asked.tag !== undefined || asked.personalNotes !== 'all';
  const add = (
    <CreateButton shortcut="N" onClick={() => setOpen('new')}>
      {t('add')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader title={t('app:title.appsNotes')} description={t('about')} actions={add} />
      <Box flow="row" justify="between" below={4}>
        <SegmentedChoice
          label={t('view.label')}
          choices={personalNoteViews.map((value) => ({ value, label: t(`view.${value}`) }))}
          chosen={asked.personalNotes}
          onChoose={(personalNotes) => address.write({ personalNotes })}
        />
        <SearchBox
          filter={{ id: 'q', kind: 'search', label: t('apps:search') }}
          value={asked.q}
          onChange={(q) => address.write({ q })}
        />
      </Box>
      <TagChoice
        tags={query.data?.tags ?? []}
        chosen={asked.tag}
        onChoose={(tag) => address.write({ tag })}
      />
      <Loaded
        load={loadOf(query)}
        waiting={<CardsToCome />}
        isEmpty={({ personalNotes }) => personalNotes.length === 0}
        empty={
          isNarrowed ? (
            <EmptyState title={t('apps:noMatch')} />
          ) : (
            <EmptyState
              icon={<IconNotes size={22} stroke={1.5} />}
              title={t('none')}
              hint={t('noneHint')}
              action={add}
            />
          )
        }
      >
        {({ personalNotes }) => (
          <Grid min={16} as="ul">
            {personalNotes.map((personalNote) => (
              <PersonalNoteCard
                key={personalNote.id}
                personalNote={personalNote}
                onOpen={() => setOpen(personalNote)}
              />
            ))}
          </Grid>
        )}
      </Loaded>
      <PersonalNoteDialog open={open} onClose={() => setOpen(null)} />
    </>
  );
}

type TagChoiceProps = {
  readonly tags: readonly string[];
  readonly chosen: string | undefined;
  readonly onChoose: (tag: string | null) => void;
};

function TagChoice({ tags, chosen, onChoose }: TagChoiceProps) {
  const { t } = useTranslation('personal-notes');
  if (tags.length === 0) return null;
  return (
    <Box flow="row" gap={2} below={4} role="group" aria-label={t('tags')}>
      {tags.map((tag) => (
        <Button
          key={tag}
          size="compact"
          kind={tag === chosen ? 'secondary' : 'quiet'}
          aria-pressed={tag === chosen}
          icon={tag === chosen && <IconX size={14} stroke={1.75} />}
          onClick={() => onChoose(tag === chosen ? null : tag)}
        >
          <bdi>{tag}</bdi>
        </Button>
      ))}
    </Box>
  );
}

function PersonalNoteCard({
  personalNote,
  onOpen,
}: {
  personalNote: PersonalNote;
  onOpen: () => void;
}) {
  const { t } = useTranslation(['personal-notes', 'apps']);
  const marking = useMarkPersonalNote();
  const { id, title, text, colour, tags, isShared, isFavourite, madeBy } = personalNote;
  return (
    <Box as="li" pad={[3, 4]} framed className={classes.personalNote} style={inColour(colour)}>
      <Row gap={2} justify="between" wrap={false} align="start">
        <TitleButton weight="medium" className={classes.title} onClick={onOpen}>
          <bdi>{title}</bdi>
        </TitleButton>
        <IconButton
          size="compact"
          className={classes.star}
          label={t(isFavourite ? 'unmark' : 'mark', { title })}
          aria-pressed={isFavourite}
          icon={
            isFavourite ? (
              <IconStarFilled size={16} className={classes.marked} />
            ) : (
              <IconStar size={16} stroke={1.5} />
            )
          }
          onClick={() =>
            marking.mutate(
              { memoId: id, isFavourite: !isFavourite },
              { onError: (cause) => notify.error(failureSentence(cause)) },
            )
          }
        />
      </Row>
      <Box as="p" tone="soft" size="table" breaks className={classes.text} dir="auto">
        {text}
      </Box>
      <Row gap={1}>
        {tags.map((tag) => (
          // A tag has no colour of its own, and the colour of a note differs from note to note.
          <Tag key={tag} colour="slate">
            {tag}
          </Tag>
        ))}
      </Row>
      {isShared && (
        <Text tone="muted" size="caption">
          {t('apps:madeBy', { name: madeBy.name })}
        </Text>
      )}
    </Box>
  );
}
