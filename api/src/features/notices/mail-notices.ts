import type { Notice } from '@bursar/contracts/notices';
import type { Transaction } from '../../platform/database.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { NoticeRow } from './notices.store.ts';

type Language = 'en' | 'ae';

/** Mails what people want to hear of that way, in the language of each. */
export async function mailNotices(
  transaction: Transaction,
  notices: readonly NoticeRow[],
): Promise<void> {
  if (notices.length === 0) return;
  const readers = await transaction<{ id: string; email: string; language: Language }[]>`
    select id, email, language from accounts
    where id in ${transaction(notices.map(({ accountId }) => accountId))} and status = 'active'`;
  for (const notice of notices) {
    const reader = readers.find(({ id }) => id === notice.accountId);
    if (!reader) continue;
    const mail = { to: reader.email, ...wordMail(notice, reader.language) };
    await enqueueMail(transaction, mail, new Date(notice.createdAt));
  }
}

/** What it is about and what somebody wrote; figures are for the product, behind its sign-in. */
function wordMail({ event, subject, message }: NoticeRow, language: Language) {
  const title = titles[event][language];
  const body = [...(message === '' ? [] : [message]), whereToRead[language]].join('\n\n');
  return { subject: `Bursar: ${title}${subject === null ? '' : ` (${subject})`}`, body };
}

const whereToRead: Record<Language, string> = {
  en: 'Sign in to Bursar to see it. Which notices come by mail is yours to choose in your profile.',
  ae: 'سجّل الدخول إلى Bursar لتراه. أي الإشعارات تصلك بالبريد أمر تختاره في ملفك الشخصي.',
};

const titles: Record<Notice['event'], Record<Language, string>> = {
  'loans-assigned': { en: 'loans were assigned to you', ae: 'أُسندت إليك قروض' },
  'assignment-message': { en: 'a word on loans assigned', ae: 'رسالة بشأن قروض أُسندت' },
  'import-booked': { en: 'an import is booked', ae: 'تم استيراد ملف' },
  'import-failed': { en: 'an import failed', ae: 'تعذّر استيراد ملف' },
  'promise-due': { en: 'a promise is due', ae: 'حلّ موعد وعد بالدفع' },
  'promise-broken': { en: 'a promise was broken', ae: 'أُخلف وعد بالدفع' },
  'next-action-due': { en: 'time for what you planned', ae: 'حان موعد ما خططت له' },
  'approval-wanted': { en: 'your approval is wanted', ae: 'مطلوب موافقتك' },
  'approval-given': { en: 'approval was given', ae: 'تمت الموافقة' },
  'approval-declined': { en: 'approval was declined', ae: 'رُفض الطلب' },
  'approval-failed': {
    en: 'what was approved could not be done',
    ae: 'تعذر تنفيذ ما تمت الموافقة عليه',
  },
  mention: { en: 'you were mentioned', ae: 'ذُكرت في ملاحظة' },
};
