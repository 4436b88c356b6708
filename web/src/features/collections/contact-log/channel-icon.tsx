import {
  IconBrandWhatsapp,
  IconHome,
  IconMail,
  IconMailbox,
  IconMessage,
  IconPhone,
} from '@tabler/icons-react';
import type { ContactAttempt } from '@bursar/contracts/collections/contact-log';

const icons = {
  call: IconPhone,
  sms: IconMessage,
  whatsapp: IconBrandWhatsapp,
  email: IconMail,
  visit: IconHome,
  letter: IconMailbox,
} as const satisfies Record<ContactAttempt['channel'], unknown>;

/** The icon of a channel, shown next to its name. */
export function channelIcon(channel: ContactAttempt['channel']) {
  const Icon = icons[channel];
  return <Icon size={16} stroke={1.5} aria-hidden="true" />;
}
