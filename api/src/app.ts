import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fastifyCookie from '@fastify/cookie';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { approvedCommands } from './approved-commands.ts';
import { closeAndFollow } from './close-and-follow.ts';
import { bindRecoveryRoutes } from './features/access/accounts/recovery.routes.ts';
import { bindSessionRoutes } from './features/access/accounts/sessions.routes.ts';
import { bindApprovalRoutes } from './features/access/approvals/approvals.routes.ts';
import { bindAnalyticsRoutes } from './features/reporting/analytics/analytics.routes.ts';
import { bindAssignmentRoutes } from './features/distribution/assignments/assignments.routes.ts';
import { bindAuditRoutes } from './features/control/audit/audit.routes.ts';
import { bindCallCentreRoutes } from './features/collections/call-centres/call-centres.routes.ts';
import { bindLetterRoutes } from './features/collections/letters/letters.routes.ts';
import { bindChatRoutes } from './features/office/chats/chats.routes.ts';
import { bindContactLogRoutes } from './features/collections/contact-log/contact-log.routes.ts';
import { bindExternalContactRoutes } from './features/office/external-contacts/external-contacts.routes.ts';
import { bindBankFileRoutes } from './features/intake/bank-files/bank-files.routes.ts';
import { bindKanbanBoardRoutes } from './features/office/kanban-boards/kanban-boards.routes.ts';
import { bindCalendarRoutes } from './features/office/calendar/calendar.routes.ts';
import { bindLiveUpdateRoutes } from './features/access/live-updates/live-updates.routes.ts';
import { bindCollateralRoutes } from './features/reporting/collateral/collateral.routes.ts';
import { bindPriceFiles } from './features/reporting/collateral/price-files.routes.ts';
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
import { bindDistributionRuleRoutes } from './features/distribution/distribution-rules/distribution-rules.routes.ts';
import { followAbsenceCovers } from './features/distribution/absence-cover/follow-absence-covers.ts';
import { bindAbsenceCoverRoutes } from './features/distribution/absence-cover/absence-cover.routes.ts';
import { bindImportRoutes } from './features/intake/imports/imports.routes.ts';
import { bindIncomeRoutes } from './features/reporting/income/income.routes.ts';
import { bindInvoiceRoutes } from './features/records/invoices/invoices.routes.ts';
import { bindLoanPartyRoutes } from './features/records/loan-parties/loan-parties.routes.ts';
import { bindLoanRoutes } from './features/servicing/loans/loans.routes.ts';
import { bindStaffMailRoutes } from './features/office/staff-mail/staff-mail.routes.ts';
import { bindLoanNoteRoutes } from './features/records/loan-notes/loan-notes.routes.ts';
import { bindBackupRoutes } from './features/control/backups/backups.routes.ts';
import { bindCompanyRoutes } from './features/control/company/company.routes.ts';
import { bindDemoPortfolioRoutes } from './features/control/demo-portfolio/demo-portfolio.routes.ts';
import { bindFirstStepRoutes } from './features/control/first-steps/first-steps.routes.ts';
import { bindPortfolioSettingsRoutes } from './features/control/portfolio-settings/portfolio-settings.routes.ts';
import { bindMetrics } from './features/control/metrics/metrics.routes.ts';
import { bindWebhookRoutes } from './features/control/webhooks/webhooks.routes.ts';
import { bindMaintenanceRoutes } from './features/access/maintenance/maintenance.routes.ts';
import { bindOutboxRoutes } from './features/access/outbox/outbox.routes.ts';
import { bindNotificationRoutes } from './features/access/notifications/notifications.routes.ts';
import { bindPaymentRoutes } from './features/servicing/payments/payments.routes.ts';
import { bindChargeRoutes } from './features/servicing/charges/charges.routes.ts';
import { bindUnappliedFundsRoutes } from './features/servicing/unapplied-funds/unapplied-funds.routes.ts';
import { bindRescheduleRoutes } from './features/servicing/reschedules/reschedules.routes.ts';
import { bindSettlementRoutes } from './features/servicing/settlements/settlements.routes.ts';
import { bindWriteOffRoutes } from './features/servicing/write-offs/write-offs.routes.ts';
import { bindPermissionRoutes } from './features/access/permissions/permissions.routes.ts';
import { bindPromiseRoutes } from './features/servicing/promises/promises.routes.ts';
import { countDues } from './features/servicing/loan-lists/dues.store.ts';
import { bindEndOfDayRoutes } from './features/control/end-of-day/end-of-day.routes.ts';
import { followPromises } from './features/servicing/promises/follow-promises.ts';
import { bindProfileRoutes } from './features/distribution/profile/profile.routes.ts';
import { bindApiKeyRoutes } from './features/access/api-keys/api-keys.routes.ts';
import { findKeySession } from './features/access/api-keys/find-key-session.ts';
import { bindSavedViewRoutes } from './features/access/saved-views/saved-views.routes.ts';
import { bindSearchRoutes } from './features/reporting/search/search.routes.ts';
import { bindSecondFactorRoutes } from './features/access/second-factor/second-factor.routes.ts';
import { bindSecurityRuleRoutes } from './features/access/security-rules/security-rules.routes.ts';
import { bindSingleSignOnRoutes } from './features/access/single-sign-on/single-sign-on.routes.ts';
import { notifyHelpers } from './features/distribution/staff/notify-helpers.ts';
import { bindStaffRoutes } from './features/distribution/staff/staff.routes.ts';
import { bindPersonalNoteRoutes } from './features/office/personal-notes/personal-notes.routes.ts';
import { bindTaskRoutes } from './features/office/tasks/tasks.routes.ts';
import { bindApplicationRoutes } from './features/intake/applications/applications.routes.ts';
import { bindStatementRoutes } from './features/records/statements/statements.routes.ts';
import { bindBusinessCalendarRoutes } from './features/servicing/business-calendar/business-calendar.routes.ts';
import { bindProductRoutes } from './features/servicing/products/products.routes.ts';
import { bindTagRoutes } from './features/distribution/tags/tags.routes.ts';
import { bindTeamRoutes } from './features/distribution/teams/teams.routes.ts';
import { bindTranslationRoutes } from './features/access/translations/translations.routes.ts';
import { followReminders } from './features/collections/work-queue/follow-reminders.ts';
import { bindEnquiryRoutes } from './features/access/enquiries/enquiries.routes.ts';
import { bindCollectionReportRoutes } from './features/collections/collection-reports/collection-reports.routes.ts';
import { bindCollectionTargetRoutes } from './features/collections/collection-targets/collection-targets.routes.ts';
import { bindWorkQueueRoutes } from './features/collections/work-queue/work-queue.routes.ts';
import { bindApiDescription } from './platform/api-description.ts';
import { addDemoPortfolio } from './seed/seed-demo.ts';
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
import { serializeError } from './platform/log-errors.ts';
import { runJobsWhileListening } from './platform/jobs.ts';
import { createResponseCache } from './platform/response-cache.ts';
import { createSessionCache } from './platform/session-cache.ts';
import { limitBodies } from './platform/request-bodies.ts';
import { smtpSender, startOutboxDelivery } from './platform/mail/deliver-outbox.ts';
import { logWaitingMail } from './platform/mail/log-waiting-mail.ts';
import { repeatAsJob } from './platform/repeat.ts';
import type { SecretBox } from './platform/secrets/secret-box.ts';
import { bindSecurityText } from './platform/security-text.ts';
import { addSecurityHeaders } from './platform/security-headers.ts';
import type { LogLevel, Settings } from './platform/settings.ts';
import { traceCalls } from './platform/tracing/trace-calls.ts';
import { unreadableRequests } from './platform/unreadable-requests.ts';
import { validatorCompiler } from './platform/validation.ts';
import { logReplica } from './platform/postgres/log-replica.ts';
import { logSlowStatements } from './platform/postgres/log-slow-statements.ts';
import { READ_WITHIN_MS } from './platform/postgres/readings.ts';
import { watchServer } from './platform/postgres/watch-server.ts';
import { inlineScriptHashes, serveWeb, translationFilesOf } from './platform/web-files.ts';
import { whileListening } from './platform/while-listening.ts';
import { openNotifyListener } from './platform/notify-listener.ts';

export type AppOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly logLevel: LogLevel;
  /** Log lines are written here instead of to standard output. */
  readonly logStream?: NodeJS.WritableStream;
  readonly tls: Settings['tls'];
  readonly trustProxy: Settings['trustProxy'];
  /** The folder of the built web app; null serves the API only. */
  readonly webFolder: string | null;
  readonly hstsSubdomains: Settings['hstsSubdomains'];
  readonly publicUrl: Settings['publicUrl'];
  /** Whether to refuse calls that name another host than `publicUrl`; default true. */
  readonly checksHost?: boolean;
  readonly securityContact: Settings['securityContact'];
  readonly mail: Settings['mail'];
  /** Whether menus list the demo pages; default true. */
  readonly showsDemoPages?: boolean;
  readonly secrets: SecretBox;
  readonly webhookAddresses: Settings['webhookAddresses'];
  /** Access to `/metrics`; by default only programs on this machine may read it. */
  readonly metrics?: Settings['metrics'];
  /** Statements that take at least this long are logged; default none. */
  readonly slowStatementMs?: Settings['slowStatementMs'];
  /** Whether this process answers calls, runs the jobs, or both; default both. */
  readonly role?: Settings['role'];
  /** Reads that take longer than this are ended; default 30 seconds. */
  readonly readWithinMs?: Settings['readWithinMs'];
  /** The collector that gets traces; default none. */
  readonly tracesTo?: Settings['tracesTo'];
  readonly documents: DocumentSettings;
  /** Whether to cache sessions and answers until a change is notified; default true. */
  readonly cachesReads?: boolean;
};

export type App = { readonly server: FastifyInstance; readonly platform: Platform };

export async function buildApp(options: AppOptions): Promise<App> {
  const app = createServer(options);
  const platform = createPlatform(app, options);
  if (platform.role === 'jobs') answerOnlyProbes(app);
  traceCalls(app, options.tracesTo ?? null);
  await app.register(fastifyCookie);
  await limitCalls(app, options.database);
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
  bindMetrics(platform, options.metrics);
  logSlowStatements(app, options.slowStatementMs ?? null);
  bindSecurityText(app, { ...options, contact: options.securityContact });
  bindFeatures(platform, options);
  deliverMail(platform, options.mail);
  runJobs(platform);
  await serveWeb(app, platform.role === 'jobs' ? null : options.webFolder);
  return { server: app, platform };
}

function createPlatform(app: FastifyInstance, options: AppOptions): Platform {
  const { database, clock, role = 'both' } = options;
  const line = options.cachesReads === false ? null : openNotifyListener(database, app.log);
  whileListening(app, () => watchServer(database, app.log));
  logReplica(database, app.log);
  app.addHook('onClose', () => line?.stop());
  return {
    app,
    database,
    clock,
    endpoints: [],
    findKeySession: (secret) => findKeySession(database, { secret, now: clock.now() }),
    sessions: line && createSessionCache(line),
    answers: line && createResponseCache(line),
    publicUrl: () => options.publicUrl ?? app.listeningOrigin,
    role,
    readWithinMs: options.readWithinMs ?? READ_WITHIN_MS,
    isMailDelivered: options.mail !== null,
    showsDemoPages: options.showsDemoPages ?? true,
  };
}

const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Answers the monitoring probes and refuses all other calls, for a process that only runs jobs. */
function answerOnlyProbes(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (probes.has(request.routeOptions.url ?? '')) return undefined;
    return answerRefusal(request, reply, { code: 'not_found' });
  });
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
  bindRecoveryRoutes(platform, notifyHelpers);
  bindLiveUpdateRoutes(platform);
  bindSecondFactorRoutes(platform, options.secrets);
  bindSingleSignOnRoutes(platform, options.secrets);
  bindSecurityRuleRoutes(platform);
  bindNotificationRoutes(platform);
  bindLoanRoutes(platform);
  bindLoanPartyRoutes(platform);
  bindAssignmentRoutes(platform);
  bindApprovalRoutes(platform, approvedCommands);
  bindTagRoutes(platform);
  bindBusinessCalendarRoutes(platform);
  bindProductRoutes(platform);
  bindStatementRoutes(platform);
  bindApplicationRoutes(platform);
  bindDocumentRoutes(platform, options.documents);
  bindBorrowerRoutes(platform, [
    moveApplicationsOfBorrower,
    movePatientsOfBorrower,
    moveComparedLoans,
  ]);
  bindLoanNoteRoutes(platform);
  bindPaymentRoutes(platform);
  bindWriteOffRoutes(platform);
  bindInvoiceRoutes(platform);
  bindChargeRoutes(platform);
  bindUnappliedFundsRoutes(platform);
  bindRescheduleRoutes(platform);
  bindSettlementRoutes(platform);
  bindContactLogRoutes(platform);
  bindPromiseRoutes(platform);
  bindEndOfDayRoutes(platform);
  bindWorkQueueRoutes(platform);
  bindCollectionTargetRoutes(platform);
  bindCollectionReportRoutes(platform);
  bindLetterRoutes(platform);
  bindDistributionRuleRoutes(platform);
  bindCallCentreRoutes(platform);
  bindAbsenceCoverRoutes(platform);
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
  bindPriceFiles(platform);
  bindSearchRoutes(platform);
  bindSavedViewRoutes(platform);
  bindApiKeyRoutes(platform);
  bindTranslationRoutes(platform, translationFilesOf(options.webFolder));
  bindAuditRoutes(platform);
  bindPermissionRoutes(platform);
  bindOutboxRoutes(platform, options.mail?.from ?? null);
  bindStaffMailRoutes(platform, options.documents);
  bindCalendarRoutes(platform);
  bindKanbanBoardRoutes(platform);
  bindEnquiryRoutes(platform);
  bindChatRoutes(platform, options.documents);
  bindTaskRoutes(platform);
  bindPersonalNoteRoutes(platform);
  bindExternalContactRoutes(platform);
  bindMaintenanceRoutes(platform);
  bindCompanyRoutes(platform);
  bindPortfolioSettingsRoutes(platform);
  bindFirstStepRoutes(platform);
  bindDemoPortfolioRoutes(platform, addDemoPortfolio);
  bindBackupRoutes(platform);
  bindWebhookRoutes(platform, options);
}

/**
 * Delivers the mail of the outbox. Without an SMTP server, mail stays in the database, where an
 * administrator reads it, and the log reports mail that waits.
 */
function deliverMail(platform: Platform, mail: Settings['mail']): void {
  const { app, database, clock, role } = platform;
  if (!mail) {
    let after = clock.now().toISOString();
    repeatAsJob(platform, {
      everyMs: 15_000,
      run: async () => {
        after = await logWaitingMail(database, app.log, after);
      },
      onFailure: (error) => app.log.warn({ err: error }, 'waiting mail could not be read'),
    });
    return;
  }
  if (role === 'api') return;
  const delivery = startOutboxDelivery({ database, clock, send: smtpSender(mail), log: app.log });
  app.addHook('onClose', () => delivery.stop());
}

/** Runs the jobs that depend on time alone, each once a minute in a single process. */
function runJobs({ app, database, clock, role }: Platform): void {
  if (role === 'api') return;
  runJobsWhileListening(app, {
    database,
    jobs: {
      'count-dues': () => countDues(database, clock.now()),
      'follow-promises': () => followPromises(database, clock.now()),
      'follow-reminders': () => followReminders(database, clock.now()),
      'follow-handovers': () => followAbsenceCovers(database, clock.now()),
      'close-days': () =>
        closeAndFollow(database, {
          clock,
          onLeft: (err, loanId) => app.log.error({ err, loanId }, 'end-of-day skipped a loan'),
        }),
    },
  });
}

/**
 * Time limit of a request, which allows the largest upload over a slow line; `limitBodies` sets the
 * slowest permitted rate.
 */
const WHOLE_REQUEST_MS = 60 * 60_000;
const HEADERS_MS = 20_000;

export function createServer({
  tls,
  logLevel,
  logStream,
  trustProxy,
}: Pick<AppOptions, 'tls' | 'logLevel' | 'logStream' | 'trustProxy'>): FastifyInstance {
  const options = {
    genReqId: () => randomUUID(),
    trustProxy: trustOf(trustProxy),
    forceCloseConnections: 'idle' as const,
    // `endConnections` refuses calls during shutdown in the same shape as every other failure.
    return503OnClosing: false,
    requestTimeout: WHOLE_REQUEST_MS,
    ...unreadableRequests,
    logController: new LogController({
      disableRequestLogging: logLevel !== 'debug' && logLevel !== 'trace',
    }),
    logger: {
      level: logLevel,
      ...(logStream && { stream: logStream }),
      serializers: {
        err: serializeError,
        // The query may contain a borrower's name, so only the path is logged, without headers.
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

/**
 * Returns the proxies that Fastify trusts. With `nearest-hop`, it trusts only the nearest proxy,
 * because a client can forge all other forwarded addresses.
 */
function trustOf(trustProxy: Settings['trustProxy']) {
  return trustProxy === 'nearest-hop' ? (_address: string, hop: number) => hop === 0 : trustProxy;
}
