-- The payment details of a lender are also on statements of loans, which have no invoice number.
-- Each document now adds its number, so the demo's text no longer mentions one. Issued invoices do
-- not change.
update invoice_issuers
set payment_details = 'IBAN AE07 0331 2345 6789 0123 456'
where payment_details = E'Bank transfer to IBAN AE07 0331 2345 6789 0123 456\nwith the number of the invoice.';
