import { IconPlus } from '@tabler/icons-react';
import { type ComponentProps, use } from 'react';
import { Button, ButtonLink } from './Button.tsx';
import { IsRepeatedAction } from './repeated-action.ts';

type Set = 'kind' | 'size' | 'icon';

/** The primary action of a list, which adds a record: `Create team`, `Add note`. */
export function CreateButton(props: Omit<ComponentProps<typeof Button>, Set>) {
  return <Button {...props} kind={useKind()} icon={plus} />;
}

/** Links to the page with the form for a new record. */
export function CreateLink(props: Omit<ComponentProps<typeof ButtonLink>, Set>) {
  return <ButtonLink {...props} kind={useKind()} icon={plus} />;
}

const useKind = () => (use(IsRepeatedAction) ? 'secondary' : 'primary');

const plus = <IconPlus size={18} stroke={1.5} aria-hidden="true" />;
