import {
  discardMessageBatch,
  exportMessageBatch,
  listDunningSteps,
  listMessageBatches,
  printMessageBatch,
  proposeMessages,
  readMessageBatch,
  readSentLetterPdf,
  readSentMessage,
  releaseMessageBatch,
  removeDunningStep,
  saveDunningStep,
} from '@bursar/contracts/collections/dunning';
import {
  listMessageTemplates,
  previewLetterPdf,
  previewMessage as previewContract,
  removeMessageTemplate,
  saveMessageTemplate,
} from '@bursar/contracts/collections/message-templates';
import { findLogo } from '../../../platform/company-logo.store.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { answerPdf } from '../../../platform/pdf/answer-pdf.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findUnprintable } from '../../../platform/pdf/find-unprintable.ts';
import { writePdfs } from '../../../platform/pdf/write-pdf.ts';
import { fileColumns, writeTableCsv } from '../../../platform/table-file.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { findBatch, listBatches } from './batches.store.ts';
import { portfolioRun } from './portfolio-run.ts';
import { previewMessage } from './preview-message.ts';
import { proposeNow } from './propose-messages.ts';
import { readBatch } from './read-batch.ts';
import { removeStep, saveStep } from './save-step.ts';
import {
  findSentMessage,
  listSentLetters,
  listTextMessages,
  type TextMessage,
} from './sent-messages.store.ts';
import { discardBatch, releaseBatch } from './settle-batch.ts';
import { listSteps } from './steps.store.ts';
import { removeTemplate, saveTemplate } from './save-template.ts';
import { findTemplate, listTemplates } from './templates.store.ts';
import { letterPdf } from './write-letter.ts';
import { printedText } from './write-message.ts';

export function bindLetterRoutes(platform: Platform): void {
  bindTemplateRoutes(platform);
  bindStepRoutes(platform);
  bindBatchRoutes(platform);
  bindBatchFiles(platform);
  bindSentMessages(platform);
}

function bindTemplateRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listMessageTemplates, async ({ session }) => {
    const portfolioId = portfolioRun(session);
    if (portfolioId === null) return refuse('not_found');
    return succeed({ templates: await listTemplates(database, portfolioId) });
  });

  bindEndpoint(platform, saveMessageTemplate, ({ params, body, context }) =>
    saveTemplate(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, removeMessageTemplate, ({ params, body, context }) =>
    removeTemplate(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, previewContract, async ({ body, context }) => {
    const previewed = await previewMessage(database, body, context);
    if (!previewed.ok) return previewed;
    const { message, sender } = previewed.value;
    const { emptyFields, ...shown } = message;
    const [unprintable = []] =
      body.channel === 'letter' ? await findUnprintable([printedText(sender, shown)]) : [];
    return succeed({ ...shown, emptyFields: [...emptyFields], unprintable: [...unprintable] });
  });

  bindEndpoint(platform, previewLetterPdf, async ({ params, query, session, context, reply }) => {
    const portfolioId = portfolioRun(session);
    if (portfolioId === null) return refuse('not_found');
    const id = params.templateId;
    const template = await findTemplate(database, { portfolioId, id });
    if (template?.channel !== 'letter') return refuse('not_found');
    const previewed = await previewMessage(
      database,
      { ...template, ...query, loanId: params.loanId },
      context,
    );
    // The texts were checked when the template was saved, so the only possible refusal is a missing
    // loan.
    if (!previewed.ok) return refuse('not_found');
    const { message, sender, reference } = previewed.value;
    const { language, recipient, address, subject, body } = message;
    const printDates = sender.printFormat.dates;
    const letter = { language, sender, printDates, subject: subject ?? '', body, reference };
    const whom = { recipient: recipient ?? '–', address: address ?? '' };
    reply.header('content-disposition', 'attachment; filename="letter-preview.pdf"');
    const shown = { ...letter, ...whom, logo: await findLogo(database) };
    return answerPdf(reply, await writePdfs([letterPdf({ ...shown, day: session.businessDate })]));
  });
}

function bindStepRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listDunningSteps, async ({ session }) => {
    const portfolioId = portfolioRun(session);
    if (portfolioId === null) return refuse('not_found');
    return succeed({ steps: await listSteps(database, portfolioId) });
  });

  bindEndpoint(platform, saveDunningStep, ({ params, body, context }) =>
    saveStep(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, removeDunningStep, ({ params, body, context }) =>
    removeStep(database, { ...params, ...body }, context),
  );
}

function bindBatchRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listMessageBatches, async ({ query, session }) => {
    const portfolioId = portfolioRun(session);
    if (portfolioId === null) return refuse('not_found');
    return succeed(await listBatches(database, { ...query, portfolioId }));
  });

  bindEndpoint(platform, proposeMessages, ({ context }) => proposeNow(database, context));

  bindEndpoint(platform, readMessageBatch, async ({ params, query, session, context }) => {
    const portfolioId = portfolioRun(session);
    if (portfolioId === null) return refuse('not_found');
    const asked = { ...query, portfolioId, id: params.messageBatchId };
    const read = await readBatch(database, asked, context);
    return read ? succeed(read) : refuse('not_found');
  });

  bindEndpoint(platform, releaseMessageBatch, ({ params, body, context }) =>
    releaseBatch(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, discardMessageBatch, ({ params, context }) =>
    discardBatch(database, params, context),
  );
}

function bindBatchFiles(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, printMessageBatch, async ({ params, session, reply }) => {
    const portfolioId = portfolioRun(session);
    const batchId = params.messageBatchId;
    const batch = portfolioId && (await findBatch(database, { portfolioId, id: batchId }));
    if (!batch) return refuse('not_found');
    const letters = await listSentLetters(database, { portfolioId, batchId });
    if (letters.length === 0) return refuse('message_batch_not_sent');
    reply.header('content-disposition', `attachment; filename="letters-${batch.day}.pdf"`);
    return answerPdf(reply, await writePdfs(toLetterPdfs(letters, await findLogo(database))));
  });

  bindEndpoint(platform, exportMessageBatch, async ({ params, session, reply }) => {
    const portfolioId = portfolioRun(session);
    const batchId = params.messageBatchId;
    const batch = portfolioId && (await findBatch(database, { portfolioId, id: batchId }));
    if (!batch) return refuse('not_found');
    const messages = await listTextMessages(database, { portfolioId, batchId });
    if (messages.length === 0) return refuse('message_batch_not_sent');
    const name = `${batch.channel}-${batch.day}.csv`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    return succeed(writeTableCsv(csvColumns, pageOf(messages)));
  });
}

// A batch has at most a thousand messages, so they are one page.
async function* pageOf(messages: readonly TextMessage[]) {
  yield messages;
}

const { text } = fileColumns<TextMessage, never>();
const none: readonly never[] = [];

/** The columns that providers of SMS and WhatsApp ask for. */
const csvColumns = [
  text('phone', none, ({ address }) => address),
  text('text', none, ({ body }) => body),
  text('language', none, ({ language }) => (language === 'ae' ? 'ar' : language)),
  text('recipient', none, ({ recipient }) => recipient),
  text('loan', none, ({ referenceNumber }) => loanReference(referenceNumber)),
  text('message_id', none, ({ id }) => id),
];

type SentLetter = Awaited<ReturnType<typeof listSentLetters>>[number];

function toLetterPdfs(letters: readonly SentLetter[], logo: Buffer | null) {
  return letters.map(({ senderName, senderAddress, referenceNumber, ...letter }) => {
    const sender = { name: senderName, address: senderAddress };
    return letterPdf({ ...letter, sender, logo, reference: loanReference(referenceNumber) });
  });
}

/**
 * Binds the endpoints that read sent messages. A message is visible to everyone who can see its
 * loan now.
 */
function bindSentMessages(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readSentMessage, async ({ params, session: { scope } }) => {
    const { loanId, loanMessageId: id } = params;
    const loan = await findLoanInScope(database, { scope, loanId });
    const message = loan && (await findSentMessage(database, { ...loan, loanId, id }));
    return message ? succeed(message) : refuse('not_found');
  });

  bindEndpoint(platform, readSentLetterPdf, async ({ params, session: { scope }, reply }) => {
    const { loanId, loanMessageId: messageId } = params;
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    const letters = await listSentLetters(database, { portfolioId, messageId, loanId });
    if (letters.length === 0) return refuse('not_found');
    reply.header('content-disposition', 'attachment; filename="letter.pdf"');
    return answerPdf(reply, await writePdfs(toLetterPdfs(letters, await findLogo(database))));
  });
}
