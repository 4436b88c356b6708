import type { ComponentProps, ReactNode } from 'react';
import { Box } from '../layout/Box.tsx';
import { Text } from '../layout/Text.tsx';
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
 * Several sections are parts of an `InOrder`.
 */
export function SettingsSection<Data>(props: SettingsSectionProps<Data>) {
  const { title, meaning, load, lines = 2, children } = props;
  return (
    <Box as="section" pad={[6, 0, 0]} aria-label={title}>
      <Text as="h2" size="body" weight="strong">
        {title}
      </Text>
      <Text tone="muted" size="table">
        {meaning}
      </Text>
      <Loaded load={load} waiting={<SkeletonLines lines={lines} />}>
        {children}
      </Loaded>
    </Box>
  );
}
