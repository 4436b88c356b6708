-- Each receipt of an invoice with its reversal, if it has one, as standing_payments lists payments.
create view standing_invoice_receipts as
select receipt.portfolio_id, receipt.id, receipt.invoice_id, receipt.amount_minor,
  receipt.value_date, receipt.method, receipt.reference, receipt.recorded_by, receipt.recorded_at,
  receipt.number, reversal.id as reversal_id, reversal.reason
from invoice_receipts receipt
left join invoice_receipt_reversals reversal
  on reversal.portfolio_id = receipt.portfolio_id and reversal.receipt_id = receipt.id;
