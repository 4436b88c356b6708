import { expect, it } from 'vitest';
import { ApiFailure } from './api-client.ts';
import { mayBeSentAgain } from './upload-file.ts';

it('a file refused for its content is not sent again, but one that did not arrive is', () => {
  const failureOf = (status: number, error: ApiFailure['code']) =>
    new ApiFailure(status, { error, message: '' });
  expect(mayBeSentAgain(failureOf(400, 'document_type_not_allowed'))).toBe(false);
  expect(mayBeSentAgain(failureOf(413, 'body_too_large'))).toBe(false);
  expect(mayBeSentAgain(failureOf(503, 'scan_failed'))).toBe(true);
  expect(mayBeSentAgain(failureOf(409, 'too_many_imports'))).toBe(true);
  expect(mayBeSentAgain(failureOf(0, 'network_unreachable'))).toBe(true);
});
