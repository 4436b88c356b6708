import type { UploadAttachment } from '@bursar/contracts/office/staff-mail';
import { expect, it, vi } from 'vitest';
import { openBrowserDouble } from '../../build/browser-double.ts';
import { ApiFailure } from './api-client.ts';
import { mayBeSentAgain, uploadFile } from './upload-file.ts';

it('a file refused for its content is not sent again, but one that did not arrive is', () => {
  const failureOf = (status: number, error: ApiFailure['code']) =>
    new ApiFailure(status, { error, message: '' });
  expect(mayBeSentAgain(failureOf(400, 'document_type_not_allowed'))).toBe(false);
  expect(mayBeSentAgain(failureOf(413, 'body_too_large'))).toBe(false);
  expect(mayBeSentAgain(failureOf(503, 'scan_failed'))).toBe(true);
  expect(mayBeSentAgain(failureOf(409, 'too_many_imports'))).toBe(true);
  expect(mayBeSentAgain(failureOf(0, 'network_unreachable'))).toBe(true);
});

it('a file is not sent if its upload was cancelled before it started', async () => {
  openBrowserDouble();
  const send = vi.fn<() => void>();
  class Request {
    upload = new EventTarget();
    addEventListener = vi.fn<() => void>();
    open = vi.fn<() => void>();
    setRequestHeader = vi.fn<() => void>();
    send = send;
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  try {
    const upload = uploadFile<UploadAttachment>('POST /api/internal-mail-attachments', {
      query: { id: '1', fileName: 'a.pdf' },
      file: new Blob(['text']),
      onProgress: () => undefined,
      signal: AbortSignal.abort(),
    });
    expect(send).not.toHaveBeenCalled();
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
  } finally {
    vi.unstubAllGlobals();
  }
});
