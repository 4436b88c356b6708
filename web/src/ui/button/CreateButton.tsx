import { IconPlus } from '@tabler/icons-react';
import { type ComponentProps, use } from 'react';
import { Button, ButtonLink } from './Button.tsx';
import { IsRepeatedAction } from './repeated-action.ts';

type Set = 'kind' | 'size' | 'icon';

type CreateButtonProps = Omit<ComponentProps<typeof Button>, Set> & {
  /** A plus if left out. */
  icon?: ComponentProps<typeof Button>['icon'];
};

/** The primary action of a list, which adds a record: `Create team`, `Add note`. */
export function CreateButton({ icon = plus, shortcut, ...props }: CreateButtonProps) {
  // The header's button already shows the key.
  const shown = use(IsRepeatedAction) ? undefined : shortcut;
  return <Button {...props} shortcut={shown} kind={useKind()} icon={icon} />;
}

/** Links to the page with the form for a new record. */
export function CreateLink(props: Omit<ComponentProps<typeof ButtonLink>, Set>) {
  return <ButtonLink {...props} kind={useKind()} icon={plus} />;
}

const useKind = () => (use(IsRepeatedAction) ? 'secondary' : 'primary');

const plus = <IconPlus size={18} stroke={1.5} aria-hidden="true" />;
