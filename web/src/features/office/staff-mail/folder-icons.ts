import {
  IconArchive,
  IconFile,
  IconInbox,
  IconSend,
  IconStack2,
  IconStar,
  IconTrash,
} from '@tabler/icons-react';

export const folderIcons = {
  inbox: IconInbox,
  starred: IconStar,
  sent: IconSend,
  drafts: IconFile,
  archive: IconArchive,
  trash: IconTrash,
  all: IconStack2,
};
