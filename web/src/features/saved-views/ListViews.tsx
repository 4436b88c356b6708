import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { SavedViews } from '../../ui/views/SavedViews.tsx';
import { savedViewsQuery, useChangeViews } from './saved-views.queries.ts';

type ListViewsProps = {
  /** Which list the views are of: "loans/userAll". */
  readonly list: string;
  /** The list's address as it is, without its question mark. */
  readonly search: string;
  /** Goes to the address of a view; `replace` leaves no step back to the list without it. */
  readonly onOpen: (search: string, options?: { replace: boolean }) => void;
};

/** The reader's own views of a list, kept on the server; one of them can be what it opens with. */
export function ListViews({ list, search, onOpen }: ListViewsProps) {
  const { data } = useQuery(savedViewsQuery(list));
  const views = data?.views ?? [];
  const changes = useChangeViews(list);
  const standard = views.find((view) => view.isDefault);
  // Only an address that came without a question is answered by the default: clearing the filters
  // later asks for all there is.
  const mayOpen = useRef(search === '');
  useEffect(() => {
    if (!data || !mayOpen.current) return;
    mayOpen.current = false;
    if (standard && search === '') onOpen(standard.search, { replace: true });
  }, [data, standard, search, onOpen]);
  return (
    <SavedViews
      views={views}
      search={search}
      onOpen={onOpen}
      onSave={(name) => changes.save({ name, search })}
      onChooseDefault={({ id, isDefault }) => changes.choose({ viewId: id, isDefault: !isDefault })}
      onRemove={({ id }) => changes.remove(id)}
    />
  );
}
