import type { SomeFailureSentences } from './failure-sentence.ts';

export const recordsFailures = {
  // Notes.
  text_missing: 'Enter some text.',
  mentioned_cannot_see_loan:
    'A colleague whom you mention no longer has access to this loan. Remove the mention.',
  note_not_yours: 'Only the author can strike a note.',
  note_already_struck: 'This note is already struck.',
  // Documents.
  document_is_empty: 'The file is empty.',
  document_type_not_allowed:
    'Choose a PDF, PNG, JPEG, DOCX, XLSX, CSV or text file. Its content must match its file extension.',
  document_is_infected: 'The virus scanner found a threat in this file, so it was not saved.',
  scan_failed:
    'The virus scanner did not answer, so the file was not saved. Try again in a moment.',
  document_not_yours:
    'Only the person who filed the document or the portfolio manager can withdraw it.',
  document_already_withdrawn: 'This document is already withdrawn.',
  document_missing:
    'The file of this document is not on this server. Ask your administrator to check the documents folder.',
  document_damaged:
    'The stored file of this document is damaged. Ask your administrator to restore it from a backup.',
  // Borrowers.
  address_missing: 'Enter an address.',
  preferred_twice: 'Choose only one preferred number or address of each kind.',
  contact_twice: 'This number or address is already listed.',
  contact_is_on_record:
    'A saved number or address cannot be edited. Retire it with a reason, and add the new one.',
  value_is_masked: 'Only the last characters of this value are shown. Enter all of it.',
  value_too_short: 'This value is too short.',
  used_by_another_borrower: 'Another borrower already has this value.',
  identity_number_not_valid: 'Enter the full number: 5 to 40 letters and digits.',
  issued_in_future: 'The day of issue cannot be in the future.',
  identity_document_twice: 'This identity document is already on record.',
  identity_document_ended: 'This identity document is no longer valid. Add the current one.',
  borrower_file_has_errors:
    'Nothing was imported, because rows of the file now have errors ({errors}). Check the file again.',
  borrower_merged_away: 'This record was merged into another one. Open that record instead.',
  borrower_merges_with_itself: 'A record cannot be merged with itself. Choose another.',
  borrower_has_loans_elsewhere:
    'Other people hold loans of these borrowers. Ask the portfolio manager to merge them.',
  // Parties of a loan.
  loan_owes_nothing: 'Nothing is owed on this loan, so you cannot add a party to it.',
  party_not_found: 'Choose a borrower whose record you can open.',
  party_not_on_loan:
    'This person is no longer a party of the loan. Choose again who was contacted.',
  borrower_is_on_loan: 'This borrower is already on the loan.',
  loan_has_too_many_parties: 'A loan can have up to {limit} more parties.',
  party_already_ended: 'This party’s role on the loan has already ended.',
  // Invoices.
  invoice_total_too_large: 'The invoice total is too large to calculate exactly. Check the lines.',
  invoice_is_no_draft: 'An issued invoice cannot be changed. Void it, or credit it.',
  invoice_has_no_lines: 'Add at least one line.',
  invoice_total_not_positive: 'The invoice total must be above zero. Check the lines.',
  invoice_is_not_issued: 'This is possible only for an issued invoice that is not void.',
  invoice_has_payments: 'Payments are linked to this invoice. Remove those links first.',
  invoice_is_of_no_loan: 'This invoice belongs to no loan, so payments cannot be linked to it.',
  invoice_is_of_loan: 'This invoice belongs to a loan. Post or link a payment of that loan.',
  amount_exceeds_open:
    'The amount is more than the open amount of the invoice. Enter that amount or less.',
  value_date_before_issue: 'The invoice was issued on {issuedOn}. Enter that day or a later one.',
  receipt_already_reversed: 'This receipt was already reversed.',
  invoice_is_paid: 'This invoice is fully paid.',
  invoice_is_credited: 'This invoice already has a credit note.',
  payment_is_used_up:
    'The payment was reversed, or all of it became credit or is already linked to invoices.',
} satisfies SomeFailureSentences;
