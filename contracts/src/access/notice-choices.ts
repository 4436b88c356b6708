import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { noticeEvents } from './notices.ts';

const event = z.enum(noticeEvents);

export const noticeChoice = z.object({
  event,
  /** Whether it appears among the notifications in the header. */
  inProduct: z.boolean(),
  byMail: z.boolean(),
});
export type NoticeChoice = z.infer<typeof noticeChoice>;

const choices = z.object({ choices: z.array(noticeChoice) });

export const listNoticeChoices = endpoint({
  key: 'GET /api/profile/notice-choices',
  summary: 'How the caller wants to hear of each kind of event.',
  access: 'signed-in',
  answer: choices,
  failures: [],
});
export type ListNoticeChoices = typeof listNoticeChoices;

export const chooseNotices = endpoint({
  key: 'PUT /api/profile/notice-choices/:event',
  summary: 'Choose how to hear of a kind of event from now on.',
  access: 'signed-in',
  params: z.object({ event }),
  body: z.object({ inProduct: z.boolean(), byMail: z.boolean() }),
  answer: choices,
  failures: [],
});
export type ChooseNotices = typeof chooseNotices;
