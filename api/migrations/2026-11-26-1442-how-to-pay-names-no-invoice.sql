-- What a lender writes here goes on papers of loans as well, which have no number of an invoice. Each paper now
-- adds its own number; the text of the demo named the invoice's. Invoices that are issued keep their text.
update invoice_issuers
set payment_details = 'IBAN AE07 0331 2345 6789 0123 456'
where payment_details = E'Bank transfer to IBAN AE07 0331 2345 6789 0123 456\nwith the number of the invoice.';
