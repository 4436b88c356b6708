import type { LoanSelection } from '@bursar/contracts/distribution/assignments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { SegmentedChoice } from '../../../ui/filters/SegmentedChoice.tsx';
import { useFormat } from '../../../ui/format/FormatProvider.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { SkeletonLines } from '../../../ui/page/Skeleton.tsx';
import { Tag } from '../../../ui/status/Tag.tsx';
import { tagsQuery, useTagLoans } from './tags.queries.ts';
import type { TagList } from './tags.queries.ts';

type TagLoansDialogProps = {
  readonly opened: boolean;
  readonly loans: { readonly selection: LoanSelection; readonly count: number };
  readonly onClose: () => void;
};

const changes = ['leave', 'put-on', 'take-off'] as const;
type Change = (typeof changes)[number];
type Wanted = Readonly<Record<string, Change | undefined>>;

/** Adds tags to the selected loans or removes them; an untouched tag is not changed. */
export function TagLoansDialog({ opened, loans, onClose }: TagLoansDialogProps) {
  const { t } = useTranslation('tags');
  const format = useFormat();
  const tags = useQuery({ ...tagsQuery, enabled: opened });
  const tagging = useTagLoans();
  const [wanted, setWanted] = useWanted(opened);
  const counted = { count: loans.count, figure: format.count(loans.count) };
  const tagsToBe = (change: Change) => Object.keys(wanted).filter((id) => wanted[id] === change);
  const submit = () => {
    const [putOn, takeOff] = [tagsToBe('put-on'), tagsToBe('take-off')];
    if (putOn.length + takeOff.length === 0) return onClose();
    // The server refuses if it finds another number of loans than the user confirmed.
    const selection = { ...loans.selection, expectedCount: loans.count };
    return tagging.mutate(
      { selection, putOn, takeOff },
      {
        onSuccess: ({ changed }) => {
          notify.success(t('bulk.done', { count: changed, figure: format.count(changed) }));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('bulk.title', counted)}
      submitLabel={t('bulk.submit')}
      onSubmit={submit}
      busy={tagging.isPending}
      failure={tagging.error ? failureSentence(tagging.error) : undefined}
    >
      <TagChoices
        tags={tags.data?.tags}
        wanted={wanted}
        onChange={(id, change) => setWanted({ ...wanted, [id]: change })}
      />
    </FormDialog>
  );
}

type TagChoicesProps = {
  readonly tags: TagList['tags'] | undefined;
  readonly wanted: Wanted;
  readonly onChange: (id: string, change: Change) => void;
};

function TagChoices({ tags, wanted, onChange }: TagChoicesProps) {
  const { t } = useTranslation('tags');
  if (!tags) return <SkeletonLines lines={4} />;
  if (tags.length === 0) return <EmptyState title={t('none')} />;
  const choices = changes.map((change) => ({ value: change, label: t(`change.${change}`) }));
  return (
    <Box as="ul" line="between">
      {tags.map(({ id, name, colour }) => (
        <Box flow="row" as="li" gap={4} lines={2} justify="between" key={id} pad={[2, 0]}>
          <Tag colour={colour}>{name}</Tag>
          <SegmentedChoice
            label={name}
            choices={choices}
            chosen={wanted[id] ?? 'leave'}
            onChoose={(change) => onChange(id, change)}
          />
        </Box>
      ))}
    </Box>
  );
}

/** The wanted change of each tag; resets each time the dialog opens. */
function useWanted(opened: boolean) {
  const [wasOpened, setWasOpened] = useState(opened);
  const [wanted, setWanted] = useState<Wanted>({});
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setWanted({});
  }
  return [wanted, setWanted] as const;
}
