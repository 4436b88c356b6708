import type { Language } from '@bursar/contracts/languages';
import type { Notification } from '@bursar/contracts/access/notifications';

/** An email's content before it is written in the reader's language. */
export type MailContent =
  | { readonly kind: 'recovery' | 'invitation'; readonly address: string }
  | { readonly kind: 'email-changed' }
  /** A text that is complete, such as a message to a borrower. */
  | { readonly kind: 'written'; readonly subject: string; readonly body: string }
  | { readonly kind: 'test' }
  | {
      readonly kind: 'notification';
      readonly event: Notification['event'];
      /** The subject of the notification, such as a loan's reference number. */
      readonly subject: string | null;
      readonly message: string;
    };

/**
 * Writes an email in the reader's language; a `written` one stays as it is. An empty line separates
 * paragraphs; a line of text with a URL on the next one is a button in the HTML version.
 */
export function composeMail(
  content: MailContent,
  language: Language,
): { subject: string; body: string } {
  if (content.kind === 'written') return { subject: content.subject, body: content.body };
  const texts = mailTexts[language];
  if (content.kind === 'email-changed') return texts.emailChanged;
  if (content.kind === 'test') return texts.test;
  if (content.kind !== 'notification') {
    const { subject, before, button, after } = texts[content.kind];
    return { subject, body: [before, `${button}\n${content.address}`, after].join('\n\n') };
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

type LinkTexts = {
  readonly subject: string;
  readonly before: string;
  readonly button: string;
  readonly after: string;
};

type MailTexts = {
  readonly recovery: LinkTexts;
  readonly invitation: LinkTexts;
  readonly emailChanged: { readonly subject: string; readonly body: string };
  readonly test: { readonly subject: string; readonly body: string };
  /** Titles only, because figures may be read only after signing in. */
  readonly notifications: Record<Notification['event'], string>;
  readonly whereToRead: string;
};

const mailTexts: Record<Language, MailTexts> = {
  en: {
    recovery: {
      subject: 'Your Bursar password',
      before:
        'Someone asked for a new Bursar password for this address. Set it within one hour; the link works once.',
      button: 'Set password',
      after: 'If it was not you, ignore this mail. Nothing has changed.',
    },
    invitation: {
      subject: 'Your Bursar account',
      before:
        'You have a new Bursar account for this address. Choose your password within seven days; the link works once.',
      button: 'Choose password',
      after: 'Nobody else knows the password that you choose.',
    },
    emailChanged: {
      subject: 'Your Bursar email address was changed',
      body: 'Someone who manages your account changed its email address. Sign in with the new address and your current password.\n\nIf you did not ask for this, tell another administrator immediately.',
    },
    test: {
      subject: 'Test mail of Bursar',
      body: 'This mail was sent from the settings of Bursar. The mail server works.',
    },
    notifications: {
      'loans-assigned': 'loans were assigned to you',
      'assignment-message': 'a message about loans assigned to you',
      'import-booked': 'an import was booked',
      'import-failed': 'an import failed',
      'promise-due': 'a promise is due',
      'promise-broken': 'a promise was broken',
      'next-action-due': 'your next action is due',
      'approval-wanted': 'a request needs your approval',
      'approval-given': 'a request was approved',
      'approval-declined': 'a request was declined',
      'approval-failed': 'an approved request could not be carried out',
      'recovery-wanted': 'someone needs help with a password',
      'webhook-paused': 'a webhook was paused',
      mention: 'you were mentioned',
    },
    whereToRead:
      'Sign in to Bursar to see it. In your profile you can choose which notifications come by mail.',
  },
  ae: {
    recovery: {
      subject: 'كلمة مرورك في Bursar',
      before:
        'طلب شخص ما كلمة مرور جديدة لهذا العنوان في Bursar. عيّنها خلال ساعة واحدة؛ يعمل الرابط مرة واحدة فقط.',
      button: 'تعيين كلمة المرور',
      after: 'إن لم تكن أنت من طلبها فتجاهل هذه الرسالة: لم يتغير شيء.',
    },
    invitation: {
      subject: 'حسابك في Bursar',
      before:
        'فُتح حساب في Bursar لهذا العنوان. اختر كلمة مرورك خلال سبعة أيام؛ يعمل الرابط مرة واحدة فقط.',
      button: 'اختيار كلمة المرور',
      after: 'لا أحد سواك يعرف كلمة المرور التي تختارها.',
    },
    emailChanged: {
      subject: 'تغيّر عنوان بريدك الإلكتروني في Bursar',
      body: 'غيّر أحد المسؤولين عنوان البريد الإلكتروني لحسابك. سجّل الدخول بالعنوان الجديد وبكلمة مرورك الحالية.\n\nإن لم تطلب ذلك فأبلغ مسؤولًا آخر فورًا.',
    },
    test: {
      subject: 'رسالة تجريبية من Bursar',
      body: 'أُرسلت هذه الرسالة من إعدادات Bursar. خادم البريد يعمل.',
    },
    notifications: {
      'loans-assigned': 'أُسندت إليك قروض',
      'assignment-message': 'رسالة بشأن قروض أُسندت',
      'import-booked': 'تم استيراد ملف',
      'import-failed': 'تعذّر استيراد ملف',
      'promise-due': 'حلّ موعد وعد بالدفع',
      'promise-broken': 'أُخلف وعد بالدفع',
      'next-action-due': 'حلّ موعد إجرائك التالي',
      'approval-wanted': 'طلب ينتظر موافقتك',
      'approval-given': 'تمت الموافقة على طلب',
      'approval-declined': 'رُفض طلب',
      'approval-failed': 'تعذر تنفيذ طلب تمت الموافقة عليه',
      'recovery-wanted': 'يحتاج شخص إلى المساعدة في كلمة مروره',
      'webhook-paused': 'أُوقف خطاف ويب مؤقتًا',
      mention: 'ذُكرت في ملاحظة',
    },
    whereToRead:
      'سجّل الدخول إلى Bursar لتراه. يمكنك أن تختار في ملفك الشخصي أي الإشعارات تصلك بالبريد.',
  },
};
