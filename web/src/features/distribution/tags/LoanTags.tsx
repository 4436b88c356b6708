import type { LoanTag } from '@bursar/contracts/servicing/loans';
import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureSentence } from '../../../lib/failure-sentence.ts';
import { useMay } from '../../../lib/session-query.ts';
import { IconButton } from '../../../ui/button/Button.tsx';
import { OptionList } from '../../../ui/filters/OptionList.tsx';
import { Box } from '../../../ui/layout/Box.tsx';
import { notify } from '../../../ui/overlay/notify.ts';
import { useShortcut } from '../../../ui/shortcut/use-shortcut.ts';
import { tagsQuery, useTagLoans } from './tags.queries.ts';

type LoanTagsProps = { readonly loan: { readonly id: string; readonly tags: readonly LoanTag[] } };

/** The button to change the tags of a loan, for users with the permission. */
export function LoanTags({ loan }: LoanTagsProps) {
  const mayTag = useMay('tag-loans');
  return mayTag && <TagPicker loan={loan} />;
}

function TagPicker({ loan }: LoanTagsProps) {
  const { t } = useTranslation('tags');
  const [isOpen, setOpen] = useState(false);
  const tags = useQuery({ ...tagsQuery, enabled: isOpen });
  const tagging = useTagLoans();
  useShortcut('t', () => setOpen(true), { label: t('loan.action') });
  // The user may choose another tag before the previous change is saved.
  const [underWay, setUnderWay] = useState<readonly Tagging[]>([]);
  const chosen = underWay.reduce(
    applied,
    loan.tags.map(({ id }) => id),
  );
  const choose = async (next: readonly string[]) => {
    const change = {
      putOn: next.filter((id) => !chosen.includes(id)),
      takeOff: chosen.filter((id) => !next.includes(id)),
    };
    setUnderWay((all) => [...all, change]);
    await tagging
      .mutateAsync({ selection: { loanIds: [loan.id] }, ...change })
      .catch((cause: Error) => notify.error(failureSentence(cause)));
    setUnderWay((all) => all.filter((one) => one !== change));
  };
  return (
    <Popover
      shadow="md"
      // Opens only once it has content that can take the focus.
      opened={isOpen && tags.data !== undefined}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <IconButton
          size="compact"
          label={t('loan.action')}
          aria-keyshortcuts="T"
          icon={<IconTag size={16} stroke={1.5} />}
          onClick={() => setOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('loan.label')} p={0}>
        {tags.data?.tags.length === 0 ? (
          <Box as="p" tone="muted" size="table" pad={3} max="16rem">
            {t('none')}
          </Box>
        ) : (
          <OptionList
            label={t('loan.label')}
            options={(tags.data?.tags ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            takes="any"
            chosen={chosen}
            onChange={(next) => void choose(next)}
            onDone={() => setOpen(false)}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type Tagging = { readonly putOn: readonly string[]; readonly takeOff: readonly string[] };

/** Returns the tags after a pending change; the loan may already include the change. */
function applied(had: readonly string[], { putOn, takeOff }: Tagging): readonly string[] {
  return [...had.filter((id) => !takeOff.includes(id) && !putOn.includes(id)), ...putOn];
}
