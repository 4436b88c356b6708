import { IconBookmark, IconStar, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { Menu } from '../menu/Menu.tsx';

/** A saved view of a list: its filters, its order and its columns, as parameters of the address. */
type SavedView = { id: string; name: string; search: string; isDefault: boolean };

type SavedViewsProps = {
  views: readonly SavedView[];
  /** The current parameters of the list's address, without the question mark. */
  search: string;
  onOpen: (search: string) => void;
  onSave: (name: string) => void;
  /** Makes a view the list's default, or removes the default. */
  onChooseDefault: (view: SavedView) => void;
  onRemove: (view: SavedView) => void;
};

const SaveViewDialog = lazy(async () => ({
  default: (await import('./SaveViewDialog.tsx')).SaveViewDialog,
}));

/** The reader's saved views of a list. */
export function SavedViews(props: SavedViewsProps) {
  const { views, search, onOpen, onSave } = props;
  const { t } = useTranslation('ui');
  const [isNaming, setNaming] = useState(false);
  const current = views.find((view) => view.search === search);
  return (
    <>
      <Menu
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
            id: `open ${view.id}`,
            label: view.isDefault ? t('views.isDefault', { name: view.name }) : view.name,
            onSelect: () => onOpen(view.search),
          })),
          {
            id: 'save',
            label: t('views.save'),
            apart: views.length > 0,
            onSelect: () => setNaming(true),
          },
          ...(current ? actionsOn(current, props, t) : []),
        ]}
      />
      {isNaming && (
        <Suspense>
          <SaveViewDialog
            onClose={() => setNaming(false)}
            onSave={(name) => {
              onSave(name);
              setNaming(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function actionsOn(
  view: SavedView,
  { onChooseDefault, onRemove }: SavedViewsProps,
  t: TFunction<'ui'>,
) {
  return [
    {
      id: 'default',
      label: t(view.isDefault ? 'views.notDefault' : 'views.makeDefault'),
      icon: <IconStar size={16} stroke={1.5} aria-hidden="true" />,
      onSelect: () => onChooseDefault(view),
    },
    {
      id: 'remove',
      label: t('views.remove', { name: view.name }),
      icon: <IconTrash size={16} stroke={1.5} aria-hidden="true" />,
      onSelect: () => onRemove(view),
    },
  ];
}
