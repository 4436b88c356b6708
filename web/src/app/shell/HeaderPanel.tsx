import { lazy } from 'react';
import {
  NotificationPanel,
  type NotificationPanelProps,
} from '../../features/access/notifications/NotificationPanel.tsx';

/** The latest notifications, or the messages with the conversations of the mailbox and the chat. */
export function HeaderPanel(props: NotificationPanelProps) {
  return (
    <NotificationPanel {...props}>
      {props.kind === 'message' && <LatestConversations onLeave={props.onLeave} />}
    </NotificationPanel>
  );
}

// Loaded separately, so that the header does not depend on the files of chats and staff mail.
const LatestConversations = lazy(() =>
  import('./LatestConversations.tsx').then((m) => ({ default: m.LatestConversations })),
);
