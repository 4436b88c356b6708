import {
  changeMailLabel,
  countStaffMail,
  createMailLabel,
  discardMailDraft as discardContract,
  eraseMailThreads as eraseContract,
  listAddressees,
  listStaffMail,
  listMailLabels,
  markMailThreads as markContract,
  readAttachment,
  readMailDraft,
  readMailThread,
  removeMailLabel,
  saveMailDraft as saveContract,
  sendStaffMail as sendContract,
  uploadAttachment as uploadContract,
} from '@bursar/contracts/office/staff-mail';
import { changeRecord, createRecord, removeRecord } from '../../../platform/app-records.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { runOrConflict } from '../../../platform/unique-violation.ts';
import { attachmentOf } from '../../records/documents/document-name.ts';
import type { DocumentSettings } from '../../records/documents/documents.routes.ts';
import type { DocumentDesk } from '../../records/documents/file-document.ts';
import { sweepRegularly } from '../../records/documents/sweep-documents.ts';
import { withUpload } from '../../records/documents/with-upload.ts';
import {
  countMails,
  findThreadState,
  listAddresseesInScope,
  listDraftsOf,
  listLabels,
  listOutboxRows,
  listMailsOf,
  mailLabels,
} from './staff-mail.store.ts';
import { findFile } from './mail-files.store.ts';
import { eraseMailThreads, markMailThreads } from './mark-mail-threads.ts';
import { discardMailDraft, saveMailDraft, sendStaffMail } from './send-staff-mail.ts';
import {
  filedOf,
  openAttachmentFolder,
  sweepAttachments,
  uploadAttachment,
} from './upload-attachment.ts';

export function bindStaffMailRoutes(platform: Platform, settings: DocumentSettings): void {
  bindReading(platform);
  bindWriting(platform);
  bindLabels(platform);
  bindAttachments(platform, settings);
}

function bindReading(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listStaffMail, async ({ query, session: { scope } }) =>
    succeed(await listOutboxRows(database, scope, query)),
  );

  bindEndpoint(platform, countStaffMail, async ({ session: { scope } }) =>
    succeed(await countMails(database, scope)),
  );

  bindEndpoint(platform, listAddressees, async ({ session: { scope } }) =>
    succeed({ addressees: await listAddresseesInScope(database, scope) }),
  );

  bindEndpoint(platform, readMailThread, async ({ params: { threadId }, session: { scope } }) => {
    const [thread, held, drafts] = await Promise.all([
      findThreadState(database, { scope, threadId }),
      listMailsOf(database, { scope, threadId }),
      listDraftsOf(database, { scope, of: { threadId } }),
    ]);
    if (!thread) return refuse('not_found');
    const mails = held.map(({ subject: _subject, ...mail }) => mail);
    return succeed({ ...thread, subject: held[0]?.subject ?? '', mails, drafts });
  });

  bindEndpoint(platform, readMailDraft, async ({ params, session: { scope } }) => {
    const of = { mailId: params.internalMailId };
    const [draft] = await listDraftsOf(database, { scope, of });
    return draft ? succeed(draft) : refuse('not_found');
  });
}

function bindWriting(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, saveContract, ({ params, body, context }) =>
    saveMailDraft(database, { ...body, id: params.internalMailId }, context),
  );

  bindEndpoint(platform, sendContract, ({ params, body, context }) =>
    sendStaffMail(database, { ...body, id: params.internalMailId }, context),
  );

  bindEndpoint(platform, discardContract, ({ params, context }) =>
    discardMailDraft(database, { id: params.internalMailId }, context),
  );

  bindEndpoint(platform, markContract, ({ body, context }) =>
    markMailThreads(database, body, context),
  );

  bindEndpoint(platform, eraseContract, ({ body, context }) =>
    eraseMailThreads(database, body, context),
  );
}

function bindLabels(platform: Platform): void {
  const { database } = platform;
  const labelNameConflict = {
    staff_mail_label_names: refuse('label_name_already_used', { field: 'name' }),
  };
  const columnsOf = ({ name, colour }: { name: string; colour: string }) => ({
    name: name.trim(),
    colour,
  });

  bindEndpoint(platform, listMailLabels, async ({ session: { scope } }) =>
    succeed({ labels: await listLabels(database, scope) }),
  );

  bindEndpoint(platform, createMailLabel, ({ body: { id, ...label }, context }) =>
    runOrConflict(labelNameConflict, () =>
      createRecord(database, mailLabels, { id, columns: columnsOf(label), context }),
    ),
  );

  bindEndpoint(platform, changeMailLabel, ({ params, body: { version, ...label }, context }) =>
    runOrConflict(labelNameConflict, () =>
      changeRecord(database, mailLabels, {
        id: params.labelId,
        version,
        columns: columnsOf(label),
        context,
      }),
    ),
  );

  bindEndpoint(platform, removeMailLabel, ({ params, context }) =>
    removeRecord(database, mailLabels, { id: params.labelId, context }),
  );
}

function bindAttachments(platform: Platform, settings: DocumentSettings): void {
  const { database } = platform;
  const folder = openAttachmentFolder(settings.documentPlace);
  const desk: DocumentDesk = { database, folder, scanCommand: settings.scanCommand };

  sweepRegularly(platform, {
    folder,
    sweep: (tidying) => sweepAttachments(database, tidying),
    message: 'files without a mail were removed',
  });

  bindEndpoint(platform, uploadContract, ({ query, request, context }) =>
    withUpload(folder, request, (file) => uploadAttachment(desk, { ...query, file }, context)),
  );

  bindEndpoint(platform, readAttachment, async ({ params, session: { scope }, request, reply }) => {
    const file = await findFile(database, { scope, id: params.attachmentId });
    if (!file) return refuse('not_found');
    const bytes = await folder.read(filedOf(file));
    if (!bytes.ok) {
      const { code } = bytes.refusal;
      request.log.error({ fileId: file.id, code }, 'an attachment has lost its bytes');
      return bytes;
    }
    reply.headers({
      'content-disposition': attachmentOf(file.name),
      'content-length': file.bytes,
    });
    return bytes;
  });
}
