import type { SomeFailureSentences } from './failure-sentence.ts';

export const officeFailures = {
  // Staff mail.
  recipients_missing: 'Choose at least one person or team to write to.',
  recipient_not_found: 'A recipient no longer works here. Remove that recipient and try again.',
  attachment_not_found: 'An attachment no longer exists. Remove it and attach the file again.',
  mail_already_sent: 'This mail was already sent.',
  label_name_already_used: 'You already have a label with this name.',
  // Calendar, tasks, boards and notes.
  colleague_not_found: 'This colleague no longer works here. Choose another.',
  column_has_cards: 'This column still has cards. Move or remove them first.',
  only_maker_may: 'Only the person who created this or the manager can do that.',
  // Chats.
  chat_is_no_group: 'This is a chat of two people. Create a group to talk with more people.',
  only_group_owner_may: 'Only the owner of the group can do this.',
  group_is_full: 'A group can have up to {count} people.',
  chat_message_not_yours: 'Only the author can change or remove a message.',
  chat_message_fixed: 'This message can no longer be changed.',
} satisfies SomeFailureSentences;
