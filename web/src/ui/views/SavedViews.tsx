import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { ActionMenu } from '../menu/ActionMenu.tsx';
import { readViews, removeView, saveView } from './view-store.ts';

type SavedViewsProps = {
  /** Which list the views are of: "loans". */
  list: string;
  /** The list's address as it is, without its question mark. */
  search: string;
  /** Goes to the address of a view. */
  onOpen: (search: string) => void;
};

const SaveViewDialog = lazy(async () => ({
  default: (await import('./SaveViewDialog.tsx')).SaveViewDialog,
}));

/** Views of a list that the reader has named: they are addresses, kept in this browser. */
export function SavedViews({ list, search, onOpen }: SavedViewsProps) {
  const { t } = useTranslation('ui');
  const [views, setViews] = useState(() => readViews(localStorage, list));
  const [isNaming, setNaming] = useState(false);
  const current = views.find((view) => view.search === search);
  return (
    <>
      <ActionMenu
        align="start"
        trigger={
          <Button
            size="compact"
            kind="quiet"
            icon={<IconBookmark size={16} stroke={1.5} aria-hidden="true" />}
          >
            {current?.name ?? t('views.views')}
          </Button>
        }
        actions={[
          ...views.map((view) => ({
            id: `open ${view.name}`,
            label: view.name,
            onSelect: () => onOpen(view.search),
          })),
          {
            id: 'save',
            label: t('views.save'),
            apart: views.length > 0,
            onSelect: () => setNaming(true),
          },
          ...(current
            ? [
                {
                  id: 'remove',
                  label: t('views.remove', { name: current.name }),
                  icon: <IconTrash size={16} stroke={1.5} aria-hidden="true" />,
                  onSelect: () => setViews(removeView(localStorage, list, current.name)),
                },
              ]
            : []),
        ]}
      />
      {isNaming && (
        <Suspense>
          <SaveViewDialog
            onClose={() => setNaming(false)}
            onSave={(name) => {
              setViews(saveView(localStorage, list, { name, search }));
              setNaming(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
