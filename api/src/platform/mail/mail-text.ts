import type { Language } from '@bursar/contracts/languages';
import type { Notification } from '@bursar/contracts/access/notifications';

/** A mail's content before it is written in the reader's language. */
export type MailContent =
  | { readonly kind: 'recovery' | 'invitation'; readonly address: string }
  | { readonly kind: 'email-changed' }
  | {
      readonly kind: 'notification';
      readonly event: Notification['event'];
      /** The subject of the notification, such as a loan's reference. */
      readonly subject: string | null;
      readonly message: string;
    };

/** Writes each kind of mail in the reader's language. An empty line separates paragraphs. */
export function composeMail(
  content: MailContent,
  language: Language,
): { subject: string; body: string } {
  const texts = mailTexts[language];
  if (content.kind === 'email-changed') return texts.emailChanged;
  if (content.kind !== 'notification') {
    const { subject, before, after } = texts[content.kind];
    return { subject, body: [before, content.address, after].join('\n\n') };
  }
  const { event, subject, message } = content;
  const about = subject === null ? '' : ` (${toSentence(subject)})`;
  return {
    subject: `Bursar: ${texts.notifications[event]}${about}`,
    body: [...(message === '' ? [] : [toSentence(message)]), texts.whereToRead].join('\n\n'),
  };
}

/**
 * Prevents links in text that users wrote: mail programs link whatever looks like an address, so a
 * zero width non-joiner breaks each one up.
 */
function toSentence(text: string): string {
  return text.replaceAll(/:(?=\/\/)|@(?=\S)|(?<=[\p{L}\p{N}])[.。．｡](?=\p{L})/gu, '$&\u200C');
}

type LinkTexts = { readonly subject: string; readonly before: string; readonly after: string };

type MailTexts = {
  readonly recovery: LinkTexts;
  readonly invitation: LinkTexts;
  readonly emailChanged: { readonly subject: string; readonly body: string };
  /** Titles only, because figures may be read only after signing in. */
  readonly notifications: Record<Notification['event'], string>;
  readonly whereToRead: string;
};

const mailTexts: Record<Language, MailTexts> = {
  en: {
    recovery: {
      subject: 'Your Bursar password',
      before:
        'Somebody asked for a new password for this address at Bursar. Set it here within the hour; the link works once:',
      after: 'If it was not you, you can ignore this mail: nothing has changed.',
    },
    invitation: {
      subject: 'Your Bursar account',
      before:
        'An account at Bursar has been opened for this address. Choose your password within seven days; the link works once:',
      after: 'Nobody else knows the password you choose.',
    },
    emailChanged: {
      subject: 'Your Bursar e-mail address was changed',
      body: 'Someone who manages your account gave it another e-mail address. Sign in with that address and the password you have.\n\nIf you did not ask for this, tell another administrator at once.',
    },
    notifications: {
      'loans-assigned': 'loans were assigned to you',
      'assignment-message': 'a message about loans assigned to you',
      'import-booked': 'an import is booked',
      'import-failed': 'an import failed',
      'promise-due': 'a promise is due',
      'promise-broken': 'a promise was broken',
      'next-action-due': 'it is time for what you planned',
      'approval-wanted': 'a request needs your approval',
      'approval-given': 'approval was given',
      'approval-declined': 'approval was declined',
      'approval-failed': 'what was approved could not be done',
      'recovery-wanted': 'someone needs help with a password',
      mention: 'you were mentioned',
    },
    whereToRead:
      'Sign in to Bursar to see it. You can choose in your profile which notices come by mail.',
  },
  ae: {
    recovery: {
      subject: 'كلمة مرورك في Bursar',
      before:
        'طلب شخص ما كلمة مرور جديدة لهذا العنوان في Bursar. عيّنها من هنا خلال ساعة واحدة؛ يعمل الرابط مرة واحدة فقط:',
      after: 'إن لم تكن أنت من طلبها فتجاهل هذه الرسالة: لم يتغير شيء.',
    },
    invitation: {
      subject: 'حسابك في Bursar',
      before:
        'فُتح حساب في Bursar لهذا العنوان. اختر كلمة مرورك خلال سبعة أيام؛ يعمل الرابط مرة واحدة فقط:',
      after: 'لا أحد سواك يعرف كلمة المرور التي تختارها.',
    },
    emailChanged: {
      subject: 'تغيّر عنوان بريدك الإلكتروني في Bursar',
      body: 'غيّر أحد المسؤولين عن حسابك عنوان بريده الإلكتروني. سجّل الدخول بالعنوان الجديد وبكلمة مرورك الحالية.\n\nإن لم تطلب ذلك فأبلغ مسؤولًا آخر فورًا.',
    },
    notifications: {
      'loans-assigned': 'أُسندت إليك قروض',
      'assignment-message': 'رسالة بشأن قروض أُسندت',
      'import-booked': 'تم استيراد ملف',
      'import-failed': 'تعذّر استيراد ملف',
      'promise-due': 'حلّ موعد وعد بالدفع',
      'promise-broken': 'أُخلف وعد بالدفع',
      'next-action-due': 'حان موعد ما خططت له',
      'approval-wanted': 'مطلوب موافقتك',
      'approval-given': 'تمت الموافقة',
      'approval-declined': 'رُفض الطلب',
      'approval-failed': 'تعذر تنفيذ ما تمت الموافقة عليه',
      'recovery-wanted': 'يحتاج شخص إلى المساعدة في كلمة مروره',
      mention: 'ذُكرت في ملاحظة',
    },
    whereToRead:
      'سجّل الدخول إلى Bursar لتراه. يمكنك أن تختار في ملفك الشخصي أي الإشعارات تصلك بالبريد.',
  },
};
