import type { SomeFailureSentences } from './failure-sentence.ts';

export const anyCallFailures = {
  invalid_request: 'Some values are not valid. Correct the listed fields and try again.',
  unknown_fields:
    'The server does not know {fields}, so nothing was changed. Correct the field names or reload the page.',
  not_signed_in: 'You are not signed in, or your session has ended. Sign in again.',
  session_locked: 'This session is locked. Enter your password to unlock it.',
  under_maintenance: 'Bursar is closed for maintenance. Try again later.',
  host_unknown:
    'Bursar does not answer at this address. Use the address that your administrator gave you.',
  name_not_visible:
    'This name contains a character that is invisible or reverses the text. Type the name again without it.',
  cross_site_request: 'This request came from another site. Open Bursar itself and try again.',
  xsrf_token_mismatch: 'This page is out of date. Reload it and try again.',
  permission_missing: 'Your role does not allow this.',
  not_for_api_keys: 'An API key cannot do this. Sign in instead.',
  address_not_allowed:
    'Your role may not use Bursar from this network ({address}). Use your office network, or ask your administrator.',
  second_factor_missing: 'Your role needs a second factor. Set it up first.',
  not_found: 'This does not exist, or you have no access to it.',
  request_too_slow: 'The request took too long to arrive. Check your connection and try again.',
  body_too_large: 'The file or text is larger than {limit}. Make it smaller and try again.',
  headers_too_large:
    'The headers of this request are too large. Delete the cookies of this site and sign in again.',
  unexpected_failure: 'Something went wrong on our side, and nothing was changed. Try again.',
  database_unreachable:
    'The database is not available. Try again in a moment; nothing is posted twice.',
  database_busy:
    'Another change was being made at the same time, and nothing was changed. Try again in a moment.',
  database_too_slow:
    'This took too long and was stopped. Ask for less at once, or try again later.',
  storage_full:
    'The server has no storage space left, so nothing was saved. Tell your administrator.',
  documents_unreachable:
    'Document storage is not available, so nothing was changed. Try again in a moment.',
  server_stopping: 'The server is restarting, and nothing was changed. Try again in a moment.',
} satisfies SomeFailureSentences;
