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
export function CreateButton({ icon = plus, ...props }: CreateButtonProps) {
  return <Button {...props} {...useRepeated()} kind="primary" icon={icon} />;
}

/** Links to the page with the form for a new record. */
export function CreateLink(props: Omit<ComponentProps<typeof ButtonLink>, Set>) {
  return <ButtonLink {...props} {...useRepeated()} kind="primary" icon={plus} />;
}

/**
 * Marks a button of an empty state. The button is hidden if the page header has a primary action.
 */
const useRepeated = () => ({ 'data-repeats': use(IsRepeatedAction) || undefined });

const plus = <IconPlus size={18} stroke={1.5} aria-hidden="true" />;
