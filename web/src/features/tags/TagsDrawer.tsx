import type { Tag as TagOfPortfolio } from '@bursar/contracts/tags';
import { useQuery } from '@tanstack/react-query';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOf } from '../../lib/load-of.ts';
import { IconButton } from '../../ui/button/Button.tsx';
import { useFormat } from '../../ui/format/FormatProvider.tsx';
import { SideDrawer } from '../../ui/overlay/SideDrawer.tsx';
import { Loaded } from '../../ui/page/Loaded.tsx';
import { SkeletonLines } from '../../ui/page/Skeleton.tsx';
import { Tag } from '../../ui/status/Tag.tsx';
import { RemoveTagDialog } from './RemoveTagDialog.tsx';
import { TagForm } from './TagForm.tsx';
import classes from './TagsDrawer.module.css';
import { tagsQuery } from './tags.queries.ts';

type TagsDrawerProps = { readonly opened: boolean; readonly onClose: () => void };

/** The portfolio's own words for its loans, each with how many bear it. */
export function TagsDrawer({ opened, onClose }: TagsDrawerProps) {
  const { t } = useTranslation('tags');
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('manage.title')}>
      {opened && <TagsOfPortfolio />}
    </SideDrawer>
  );
}

function TagsOfPortfolio() {
  const { t } = useTranslation('tags');
  const query = useQuery(tagsQuery);
  const [changing, setChanging] = useState<string | null>(null);
  const [removing, setRemoving] = useState<TagOfPortfolio | null>(null);
  return (
    <Loaded load={loadOf(query)} waiting={<SkeletonLines lines={6} />}>
      {(data) => (
        <div className={classes.manage}>
          <TagForm key={data.tags.length} submitLabel={t('manage.add')} onDone={() => undefined} />
          <ul className={classes.list} aria-label={t('manage.title')}>
            {data.tags.map((tag) => (
              <li key={tag.id} className={classes.line}>
                {changing === tag.id ? (
                  <TagForm
                    tag={tag}
                    submitLabel={t('manage.save')}
                    onDone={() => setChanging(null)}
                    onCancel={() => setChanging(null)}
                  />
                ) : (
                  <TagLine
                    tag={tag}
                    onChange={() => setChanging(tag.id)}
                    onRemove={() => setRemoving(tag)}
                  />
                )}
              </li>
            ))}
          </ul>
          <RemoveTagDialog tag={removing} onClose={() => setRemoving(null)} />
        </div>
      )}
    </Loaded>
  );
}

type TagLineProps = {
  readonly tag: TagOfPortfolio;
  readonly onChange: () => void;
  readonly onRemove: () => void;
};

function TagLine({ tag, onChange, onRemove }: TagLineProps) {
  const { t } = useTranslation('tags');
  const format = useFormat();
  const { name, loans } = tag;
  return (
    <div className={classes.tag}>
      <Tag colour={tag.colour}>{name}</Tag>
      <span className={classes.count}>
        {t('manage.loans', { count: loans, figure: format.count(loans) })}
      </span>
      <IconButton
        size="compact"
        label={t('manage.change', { name })}
        icon={<IconPencil size={16} stroke={1.5} />}
        onClick={onChange}
      />
      <IconButton
        size="compact"
        label={t('manage.remove', { name })}
        icon={<IconTrash size={16} stroke={1.5} />}
        onClick={onRemove}
      />
    </div>
  );
}
