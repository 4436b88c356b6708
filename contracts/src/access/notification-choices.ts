import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { notificationEvents } from './notifications.ts';

const event = z.enum(notificationEvents);

export const notificationChoice = z.object({
  event,
  /** Whether the header shows notifications of this kind. */
  inProduct: z.boolean(),
  byMail: z.boolean(),
});
export type NotificationChoice = z.infer<typeof notificationChoice>;

const choices = z.object({ choices: z.array(notificationChoice) });

export const listNotificationChoices = endpoint({
  key: 'GET /api/profile/notice-choices',
  summary: 'List how the caller is notified of each kind of event.',
  access: 'signed-in',
  answer: choices,
  failures: [],
});
export type ListNotificationChoices = typeof listNotificationChoices;

export const chooseNotifications = endpoint({
  key: 'PUT /api/profile/notice-choices/:event',
  summary: 'Choose how the caller is notified of a kind of event.',
  access: 'signed-in',
  params: z.object({ event }),
  body: z.object({ inProduct: z.boolean(), byMail: z.boolean() }),
  answer: choices,
  failures: [],
});
export type ChooseNotifications = typeof chooseNotifications;
