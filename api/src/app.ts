import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastifyCookie from '@fastify/cookie';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { approvedCommands } from './approved-commands.ts';
import { bindRecoveryRoutes } from './features/access/accounts/recovery.routes.ts';
import { bindSessionRoutes } from './features/access/accounts/sessions.routes.ts';
import { bindApprovalRoutes } from './features/access/approvals/approvals.routes.ts';
import { bindAnalyticsRoutes } from './features/reporting/analytics/analytics.routes.ts';
import { bindAssignmentRoutes } from './features/distribution/assignments/assignments.routes.ts';
import { bindAuditRoutes } from './features/control/audit/audit.routes.ts';
import { bindCallCentreRoutes } from './features/collections/call-centres/call-centres.routes.ts';
import { bindChatRoutes } from './features/office/chats/chats.routes.ts';
import { bindContactRoutes } from './features/collections/contacts/contacts.routes.ts';
import { bindAcquaintanceRoutes } from './features/office/acquaintances/acquaintances.routes.ts';
import { bindBankFileRoutes } from './features/intake/bank-files/bank-files.routes.ts';
import { bindBoardRoutes } from './features/office/boards/boards.routes.ts';
import { bindCalendarRoutes } from './features/office/calendar/calendar.routes.ts';
import { bindChangeRoutes } from './features/access/changes/changes.routes.ts';
import { bindCollateralRoutes } from './features/reporting/collateral/collateral.routes.ts';
import { bindDashboardRoutes } from './features/reporting/dashboard/dashboard.routes.ts';
import { moveComparedLoans } from './features/intake/imports/check/comparisons.store.ts';
import { moveApplicationsOfBorrower } from './features/intake/applications/applications.store.ts';
import { movePatientsOfBorrower } from './features/collections/call-centres/call-list.store.ts';
import { bindBorrowerRoutes } from './features/records/borrowers/borrowers.routes.ts';
import {
  bindDocumentRoutes,
  type DocumentSettings,
} from './features/records/documents/documents.routes.ts';
import { bindFinanceRoutes } from './features/reporting/finance/finance.routes.ts';
import { followHandovers } from './features/distribution/handovers/follow-handovers.ts';
import { bindHandoverRoutes } from './features/distribution/handovers/handovers.routes.ts';
import { bindImportRoutes } from './features/intake/imports/imports.routes.ts';
import { bindIncomeRoutes } from './features/reporting/income/income.routes.ts';
import { bindInvoiceRoutes } from './features/records/invoices/invoices.routes.ts';
import { bindLoanPartyRoutes } from './features/records/loan-parties/loan-parties.routes.ts';
import { bindLoanRoutes } from './features/servicing/loans/loans.routes.ts';
import { bindInternalMailRoutes } from './features/office/internal-mail/internal-mails.routes.ts';
import { bindNoteRoutes } from './features/records/notes/notes.routes.ts';
import { bindMaintenanceRoutes } from './features/access/maintenance/maintenance.routes.ts';
import { bindMailRoutes } from './features/access/mails/mails.routes.ts';
import { bindNoticeRoutes } from './features/access/notices/notices.routes.ts';
import { bindPaymentRoutes } from './features/servicing/payments/payments.routes.ts';
import { bindChargeRoutes } from './features/servicing/charges/charges.routes.ts';
import { bindCreditRoutes } from './features/servicing/credit/credit.routes.ts';
import { bindRescheduleRoutes } from './features/servicing/reschedules/reschedules.routes.ts';
import { bindWriteOffRoutes } from './features/servicing/write-offs/write-offs.routes.ts';
import { bindPermissionRoutes } from './features/access/permissions/permissions.routes.ts';
import { bindPromiseRoutes } from './features/servicing/promises/promises.routes.ts';
import { countDues } from './features/servicing/loan-lists/dues.store.ts';
import { bindClosingRoutes } from './features/control/closings/closings.routes.ts';
import { closeDays } from './features/control/closings/close-days.ts';
import { followPromises } from './features/servicing/promises/follow-promises.ts';
import { bindProfileRoutes } from './features/distribution/profile/profile.routes.ts';
import { bindSavedViewRoutes } from './features/access/saved-views/saved-views.routes.ts';
import { bindSearchRoutes } from './features/reporting/search/search.routes.ts';
import { bindSecondFactorRoutes } from './features/access/second-factor/second-factor.routes.ts';
import { tellHelpers } from './features/distribution/staff/tell-helpers.ts';
import { bindStaffRoutes } from './features/distribution/staff/staff.routes.ts';
import { bindMemoRoutes } from './features/office/memos/memos.routes.ts';
import { bindTaskRoutes } from './features/office/tasks/tasks.routes.ts';
import { bindApplicationRoutes } from './features/intake/applications/applications.routes.ts';
import { bindPaperRoutes } from './features/records/papers/papers.routes.ts';
import { bindDaysOffRoutes } from './features/servicing/days-off/days-off.routes.ts';
import { bindProductRoutes } from './features/servicing/products/products.routes.ts';
import { bindTagRoutes } from './features/distribution/tags/tags.routes.ts';
import { bindTeamRoutes } from './features/distribution/teams/teams.routes.ts';
import { bindTranslationRoutes } from './features/access/translations/translations.routes.ts';
import { followReminders } from './features/collections/work/follow-reminders.ts';
import { bindVisitorRoutes } from './features/access/visitors/visitors.routes.ts';
import { bindWorkRoutes } from './features/collections/work/work.routes.ts';
import { bindApiDescription } from './platform/api-description.ts';
import { limitCalls } from './platform/call-rate.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import { refuseCrossSite } from './platform/cross-site.ts';
import type { Platform } from './platform/endpoints.ts';
import { answerRefusal, refusalOf } from './platform/refusals.ts';
import { compressAnswers } from './platform/compress-answers.ts';
import { serializerCompiler } from './platform/endpoint-schemas.ts';
import { endConnections } from './platform/end-connections.ts';
import { expectHost } from './platform/expected-host.ts';
import { bindHealth } from './platform/health.ts';
import { runJobsWhileListening } from './platform/jobs.ts';
import { keepAnswers } from './platform/kept-answers.ts';
import { keepSessions } from './platform/kept-sessions.ts';
import { limitBodies } from './platform/request-bodies.ts';
import { smtpSender, startMailDelivery } from './platform/mail/deliver-mails.ts';
import { noteWaitingMails } from './platform/mail/note-waiting-mails.ts';
import { repeatWhileListening } from './platform/repeat.ts';
import type { SecretBox } from './platform/secrets/secret-box.ts';
import { bindSecurityText } from './platform/security-text.ts';
import { addSecurityHeaders } from './platform/security-headers.ts';
import type { LogLevel, Settings } from './platform/settings.ts';
import { unreadableRequests } from './platform/unreadable-requests.ts';
import { validatorCompiler } from './platform/validation.ts';
import { inlineScriptHashes, serveWeb, wordFilesOf } from './platform/web-files.ts';
import { openWordLine } from './platform/word-line.ts';

export type AppOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly logLevel: LogLevel;
  readonly tls: Settings['tls'];
  readonly trustProxy: Settings['trustProxy'];
  /** The folder of the built web, or null where only the API is wanted. */
  readonly webFolder: string | null;
  readonly hstsSubdomains: Settings['hstsSubdomains'];
  readonly publicUrl: Settings['publicUrl'];
  /** Whether calls that name another host than `publicUrl` are refused; they are unless this says no. */
  readonly checksHost?: boolean;
  readonly securityContact: Settings['securityContact'];
  readonly mail: Settings['mail'];
  readonly secrets: SecretBox;
  readonly documents: DocumentSettings;
  /** Whether what was read is kept until word of a change comes; it is unless this says no. */
  readonly keepsReads?: boolean;
};

export type App = { readonly server: FastifyInstance; readonly platform: Platform };

/** Builds the whole server without listening. */
export async function buildApp(options: AppOptions): Promise<App> {
  const app = createServer(options);
  const platform = createPlatform(app, options);
  await app.register(fastifyCookie);
  await limitCalls(app);
  await compressAnswers(app);
  answerByContract(app);
  addSecurityHeaders(app, {
    scriptHashes: inlineScriptHashes(options.webFolder),
    hstsSubdomains: options.hstsSubdomains,
  });
  if (options.checksHost !== false) expectHost(app, options.publicUrl);
  refuseCrossSite(app, options.publicUrl);
  endConnections(app, { isTls: options.tls !== null });
  limitBodies(app);
  await bindApiDescription(app);
  bindHealth(platform);
  bindSecurityText(app, { ...options, contact: options.securityContact });
  bindFeatures(platform, options);
  deliverMail(platform, options.mail);
  runJobs(platform);
  await serveWeb(app, options.webFolder);
  return { server: app, platform };
}

function createPlatform(app: FastifyInstance, options: AppOptions): Platform {
  const { database, clock } = options;
  const line = options.keepsReads === false ? null : openWordLine(database, app.log);
  app.addHook('onClose', () => line?.stop());
  return {
    app,
    database,
    clock,
    endpoints: [],
    sessions: line && keepSessions(line),
    answers: line && keepAnswers(line),
    publicUrl: () => options.publicUrl ?? app.listeningOrigin,
    isMailDelivered: options.mail !== null,
  };
}

export function answerByContract(app: FastifyInstance): void {
  app.decorateRequest('session', null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, request, reply) =>
    answerRefusal(request, reply, refusalOf(error, request)),
  );
}

function bindFeatures(platform: Platform, options: AppOptions): void {
  bindSessionRoutes(platform);
  bindRecoveryRoutes(platform, tellHelpers);
  bindChangeRoutes(platform);
  bindSecondFactorRoutes(platform, options.secrets);
  bindNoticeRoutes(platform);
  bindLoanRoutes(platform);
  bindLoanPartyRoutes(platform);
  bindAssignmentRoutes(platform);
  bindApprovalRoutes(platform, approvedCommands);
  bindTagRoutes(platform);
  bindDaysOffRoutes(platform);
  bindProductRoutes(platform);
  bindPaperRoutes(platform);
  bindApplicationRoutes(platform);
  bindDocumentRoutes(platform, options.documents);
  bindBorrowerRoutes(platform, [
    moveApplicationsOfBorrower,
    movePatientsOfBorrower,
    moveComparedLoans,
  ]);
  bindNoteRoutes(platform);
  bindPaymentRoutes(platform);
  bindWriteOffRoutes(platform);
  bindInvoiceRoutes(platform);
  bindChargeRoutes(platform);
  bindCreditRoutes(platform);
  bindRescheduleRoutes(platform);
  bindContactRoutes(platform);
  bindPromiseRoutes(platform);
  bindClosingRoutes(platform);
  bindWorkRoutes(platform);
  bindCallCentreRoutes(platform);
  bindHandoverRoutes(platform);
  bindStaffRoutes(platform);
  bindTeamRoutes(platform);
  bindProfileRoutes(platform);
  bindImportRoutes(platform);
  bindBankFileRoutes(platform);
  bindIncomeRoutes(platform);
  bindDashboardRoutes(platform);
  bindFinanceRoutes(platform);
  bindAnalyticsRoutes(platform);
  bindCollateralRoutes(platform);
  bindSearchRoutes(platform);
  bindSavedViewRoutes(platform);
  bindTranslationRoutes(platform, wordFilesOf(options.webFolder));
  bindAuditRoutes(platform);
  bindPermissionRoutes(platform);
  bindMailRoutes(platform);
  bindInternalMailRoutes(platform, options.documents);
  bindCalendarRoutes(platform);
  bindBoardRoutes(platform);
  bindVisitorRoutes(platform);
  bindChatRoutes(platform, options.documents);
  bindTaskRoutes(platform);
  bindMemoRoutes(platform);
  bindAcquaintanceRoutes(platform);
  bindMaintenanceRoutes(platform);
}

/** Without an SMTP server mail stays in the database, where an administrator reads it. */
function deliverMail({ app, database, clock }: Platform, mail: Settings['mail']): void {
  if (!mail) {
    let after = clock.now().toISOString();
    repeatWhileListening(app, {
      everyMs: 15_000,
      run: async () => {
        after = await noteWaitingMails(database, app.log, after);
      },
      onFailure: (error) => app.log.warn({ err: error }, 'waiting mail could not be looked up'),
    });
    return;
  }
  const delivery = startMailDelivery({ database, clock, send: smtpSender(mail), log: app.log });
  app.addHook('onClose', () => delivery.stop());
}

/** What time alone brings about, each once a minute in one process of all. */
function runJobs({ app, database, clock }: Platform): void {
  runJobsWhileListening(app, {
    database,
    jobs: {
      'count-dues': () => countDues(database, clock.now()),
      'follow-promises': () => followPromises(database, clock.now()),
      'follow-reminders': () => followReminders(database, clock.now()),
      'follow-handovers': () => followHandovers(database, clock.now()),
      'close-days': () =>
        closeDays(database, {
          now: clock.now(),
          onLeft: (err, loanId) => app.log.error({ err, loanId }, 'a close left a loan as it is'),
        }),
    },
  });
}

/** The largest upload over the slowest line; how fast a body must come is `limitBodies`'. */
const WHOLE_REQUEST_MS = 60 * 60_000;
const HEADERS_MS = 20_000;

export function createServer({
  tls,
  logLevel,
  trustProxy,
}: Pick<AppOptions, 'tls' | 'logLevel' | 'trustProxy'>): FastifyInstance {
  const options = {
    genReqId: () => randomUUID(),
    trustProxy: trustOf(trustProxy),
    forceCloseConnections: 'idle' as const,
    // `endConnections` answers what arrives meanwhile, in the shape of every other failure.
    return503OnClosing: false,
    requestTimeout: WHOLE_REQUEST_MS,
    ...unreadableRequests,
    logController: new LogController({
      disableRequestLogging: logLevel !== 'debug' && logLevel !== 'trace',
    }),
    logger: {
      level: logLevel,
      serializers: {
        // The address without its query, which may carry a borrower's name; no headers, no body.
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          path: request.url.split('?')[0],
        }),
      },
    },
  };
  const http = { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 };
  if (!tls) return fastify({ ...options, http });
  const https = { ...http, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) };
  return fastify({ ...options, https });
}

/** Proxies whose addresses nobody named: what the nearest one heard is believed, and no more. */
function trustOf(trustProxy: Settings['trustProxy']) {
  return trustProxy === 'nearest-hop' ? (_address: string, hop: number) => hop === 0 : trustProxy;
}
