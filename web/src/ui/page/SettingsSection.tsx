import type { ComponentProps, ReactNode } from 'react';
import { FormSection } from '../form/PageForm.tsx';
import { Loaded } from './Loaded.tsx';
import { SkeletonLines } from './Skeleton.tsx';

type SettingsSectionProps<Data> = {
  readonly title: string;
  readonly meaning: string;
  readonly load: ComponentProps<typeof Loaded<Data>>['load'];
  /** The number of lines reserved while it loads. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
};

/**
 * A section of a settings page: its title, what it is for, and its content once that is loaded.
 * Several sections are parts of an `InOrder`, below a heading.
 */
export function SettingsSection<Data>(props: SettingsSectionProps<Data>) {
  const { title, meaning, load, lines = 2, children } = props;
  return (
    <FormSection title={title} hint={meaning} titleAs="h3">
      <Loaded load={load} waiting={<SkeletonLines lines={lines} />}>
        {children}
      </Loaded>
    </FormSection>
  );
}
