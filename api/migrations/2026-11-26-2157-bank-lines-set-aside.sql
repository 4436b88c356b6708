-- Why a user left a line out. Lines that were left out earlier have no such reason.
alter table bank_file_lines
  add left_out_why text,
  add left_out_note text not null default '' check (length(left_out_note) <= 500),
  add constraint bank_file_lines_left_out_why check (case
    when state = 'left-out' and reason is not distinct from 'by-person' then left_out_why is null
      or left_out_why in ('no-loan-payment', 'own-transfer', 'known-payment', 'to-be-returned', 'unknown-payer', 'other')
    else left_out_why is null and left_out_note = ''
  end);
