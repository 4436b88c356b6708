import {
  NotificationPanel,
  type NotificationPanelProps,
} from '../../features/access/notifications/NotificationPanel.tsx';
import { LatestConversations } from './LatestConversations.tsx';

/** The latest notifications, or the messages with the conversations of the mailbox and the chat. */
export function NoticePanel(props: NotificationPanelProps) {
  return (
    <NotificationPanel {...props}>
      {props.kind === 'message' && <LatestConversations onLeave={props.onLeave} />}
    </NotificationPanel>
  );
}
