import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

type EndedCall = { readonly method: string; readonly route: string; readonly status: number };

export type Tracing = {
  /** Starts a span that continues the caller's trace, if it sent one (W3C Trace Context). */
  readonly startCall: (traceparent: unknown) => Span;
  readonly endCall: (span: Span, call: EndedCall) => void;
  readonly addStatement: (call: Span, statement: { text: string; ms: number }) => void;
  /** Sends the remaining spans. */
  readonly stop: () => Promise<void>;
};

const MAX_TEXT = 2_000;

/**
 * Opens tracing to a collector. The OpenTelemetry libraries themselves read other settings, such as
 * `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export function openTracing(endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'bursar',
      'process.pid': process.pid,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('bursar');
  return {
    startCall: (traceparent) =>
      tracer.startSpan('call', { kind: SpanKind.SERVER }, contextOf(traceparent)),
    endCall: (span, { method, route, status }) => {
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    addStatement: (call, { text, ms }) => {
      const plain = text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
      const end = Date.now();
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': plain };
      const kind = SpanKind.CLIENT;
      const name = plain.split(' ')[0] ?? 'statement';
      const options = { kind, attributes, startTime: end - ms };
      tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, call)).end(end);
    },
    stop: () => provider.shutdown(),
  };
}

function contextOf(traceparent: unknown): Context {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(traceparent)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
