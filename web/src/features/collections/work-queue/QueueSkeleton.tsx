import type { ComponentProps } from 'react';
import { Box } from '../../../ui/layout/Box.tsx';
import { Skeleton } from '../../../ui/page/Skeleton.tsx';
import shape from './QueueSkeleton.module.css';

/** A placeholder with the queue's size while it loads. */
export function QueueSkeleton() {
  return (
    <div aria-busy="true">
      <ProgressRoom>
        <Skeleton height="2.25rem" />
      </ProgressRoom>
      <DeskRoom>
        <Skeleton height="100%" />
      </DeskRoom>
    </div>
  );
}

type RoomProps = ComponentProps<typeof Box> & { 'data-view'?: string };

export function ProgressRoom(props: RoomProps) {
  return (
    <Box
      flow="grid"
      columns="minmax(0, 1fr) auto"
      level="end"
      lines={3}
      gap={8}
      below={4}
      className={shape.progress}
      {...props}
    />
  );
}

/** The area of the queue and the current loan. */
export function DeskRoom(props: RoomProps) {
  return (
    <Box
      flow="grid"
      columns="minmax(0, 1.2fr) minmax(0, 1fr)"
      gap={0}
      framed
      className={shape.desk}
      {...props}
    />
  );
}
