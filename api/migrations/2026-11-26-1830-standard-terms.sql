-- Tables, columns and functions get the terms of docs/glossary.md. Stored values, permission names
-- and audit events stay as they are.

alter trigger account_photos_tell on account_photos rename to account_photos_notify;
alter trigger accounts_tell on accounts rename to accounts_notify;
alter trigger accounts_tell_figures on accounts rename to accounts_notify_figures;
alter trigger audit_events_await_seal on audit_events rename to audit_events_queue_seal;
alter trigger bank_file_lines_tell_once on bank_file_lines rename to bank_file_lines_immutable;
alter trigger borrowers_tell on borrowers rename to borrowers_notify;
alter trigger closing_buckets_append_only on closing_buckets rename to end_of_day_buckets_append_only;
alter trigger closing_exceptions_append_only on closing_exceptions rename to end_of_day_exceptions_append_only;
alter trigger closing_promises_append_only on closing_promises rename to end_of_day_promises_append_only;
alter trigger closing_retries_append_only on closing_retries rename to end_of_day_retries_append_only;
alter trigger closing_sums_append_only on closing_sums rename to end_of_day_sums_append_only;
alter trigger income_days_tell_changes on income_days rename to income_days_notify_changes;
alter trigger income_days_tell_gone on income_days rename to income_days_notify_gone;
alter trigger income_days_tell_new on income_days rename to income_days_notify_new;
alter trigger listed_loans_tell_changes on listed_loans rename to listed_loans_notify_changes;
alter trigger listed_loans_tell_gone on listed_loans rename to listed_loans_notify_gone;
alter trigger listed_loans_tell_new on listed_loans rename to listed_loans_notify_new;
alter trigger loan_tags_tell_figures_gone on loan_tags rename to loan_tags_notify_figures_gone;
alter trigger loan_tags_tell_figures_new on loan_tags rename to loan_tags_notify_figures_new;
alter trigger maintenance_tell on maintenance rename to maintenance_notify;
alter trigger payment_reallocations_tell on payment_reallocations rename to payment_reallocations_notify;
alter trigger payment_reversals_tell on payment_reversals rename to payment_reversals_notify;
alter trigger payments_tell on payments rename to payments_notify;
alter trigger portfolios_tell on portfolios rename to portfolios_notify;
alter trigger portfolios_tell_figures on portfolios rename to portfolios_notify_figures;
alter trigger role_permissions_tell on role_permissions rename to role_permissions_notify;
alter trigger sessions_tell on sessions rename to sessions_notify;
alter trigger tags_tell_figures on tags rename to tags_notify_figures;
alter trigger teams_tell on teams rename to teams_notify;
alter trigger teams_tell_figures on teams rename to teams_notify_figures;
alter index changes_by_age rename to live_updates_by_age;
alter index changes_by_transaction rename to live_updates_by_transaction;
alter index closing_promises_by_day rename to end_of_day_promises_by_day;
alter index closings_run_one_by_one rename to end_of_day_runs_one_at_a_time;
alter index internal_mail_attachments_by_file rename to staff_mail_attachments_by_file;
alter index internal_mail_boxes_by_place rename to mail_thread_states_by_place;
alter index internal_mail_boxes_by_thread rename to mail_thread_states_by_thread;
alter index internal_mail_unread rename to mail_thread_states_unread;
alter index internal_mail_copies_by_box rename to staff_mail_copies_by_box;
alter index internal_mail_copies_by_mail rename to staff_mail_copies_by_mail;
alter index internal_mail_labelled_by_label rename to staff_mail_labelled_by_label;
alter index internal_mail_label_names rename to staff_mail_label_names;
alter index internal_mail_drafts rename to staff_mail_drafts;
alter index internal_mails_by_thread rename to staff_mails_by_thread;
alter index notices_by_age rename to notifications_by_age;
alter index notices_newest rename to notifications_newest;
alter index notices_unread rename to notifications_unread;
alter index outgoing_mails_waiting rename to outbox_waiting;
alter sequence changes_number_seq rename to live_updates_number_seq;
alter table memo_favourites rename column memo_id to personal_note_id;
alter table handover_stand_ins rename column handover_id to absence_cover_id;
alter table payments rename column beyond_due to overpayment_treatment;
alter view standing_payments rename column beyond_due to overpayment_treatment;

alter table acquaintances rename to external_contacts;
alter table memos rename to personal_notes;
alter table memo_favourites rename to personal_note_favourites;
alter table notes rename to loan_notes;
alter table note_mentions rename to loan_note_mentions;
alter table note_strikes rename to loan_note_strikes;
alter table pinned_notes rename to pinned_loan_notes;
alter table visitor_messages rename to enquiries;
alter table boards rename to kanban_boards;
alter table board_columns rename to kanban_columns;
alter table board_cards rename to kanban_cards;
alter table contacts rename to contact_attempts;
alter table handovers rename to absence_covers;
alter table handover_stand_ins rename to absence_cover_stand_ins;
alter table closings rename to end_of_day_runs;
alter table closing_chunks rename to end_of_day_chunks;
alter table closing_exceptions rename to end_of_day_exceptions;
alter table closing_promises rename to end_of_day_promises;
alter table closing_sums rename to end_of_day_sums;
alter table closing_buckets rename to end_of_day_buckets;
alter table closing_retries rename to end_of_day_retries;
alter table outgoing_mails rename to outbox;
alter table internal_mails rename to staff_mails;
alter table internal_mail_boxes rename to mail_thread_states;
alter table internal_mail_addressees rename to staff_mail_addressees;
alter table internal_mail_attachments rename to staff_mail_attachments;
alter table internal_mail_copies rename to staff_mail_copies;
alter table internal_mail_files rename to staff_mail_files;
alter table internal_mail_labelled rename to staff_mail_labelled;
alter table internal_mail_labels rename to staff_mail_labels;
alter table internal_mail_threads rename to staff_mail_threads;
alter table notices rename to notifications;
alter table notice_choices rename to notification_choices;
alter table charge_portions rename to charge_allocations;
alter table payment_portions rename to payment_allocations;
alter table payment_reallocation_portions rename to reallocation_allocations;
alter view standing_charge_portions rename to effective_charge_allocations;
alter view standing_portions rename to effective_allocations;
alter view standing_payments rename to effective_payments;
alter view standing_reschedules rename to effective_reschedules;
alter view standing_invoice_receipts rename to effective_invoice_receipts;
alter view standing_asset_prices rename to effective_asset_prices;
alter table listed_loans rename to loan_list_rows;
alter table loan_arrows rename to loan_transitions;
alter table changes rename to live_updates;

alter function tell_figure_change rename to notify_figure;
alter function tell_figure_changes rename to notify_figures;
alter function tell_session_change rename to notify_sessions;
alter function await_seal rename to queue_audit_seal;
alter function refuse_change rename to forbid_change;
alter function refuse_change_of_sent_mail rename to forbid_change_of_sent_mail;
alter function refuse_first_borrower_as_party rename to forbid_first_borrower_as_party;
alter function refuse_party_as_first_borrower rename to forbid_party_as_first_borrower;
alter function refuse_stray_assignments rename to forbid_stray_assignments;
alter function refuse_stray_status rename to forbid_stray_status;
alter function total_listed_loans rename to total_loan_list_rows;

-- The body of a function is text, so it does not follow a rename.
do $$
declare
  routine record;
  word record;
  body text;
begin
  for routine in
    select p.prosrc, pg_get_functiondef(p.oid) as definition from pg_proc p
    join pg_language l on l.oid = p.prolang and l.lanname in ('sql', 'plpgsql')
    where p.pronamespace = 'public'::regnamespace and p.prosqlbody is null
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass
        and d.objid = p.oid and d.deptype = 'e')
  loop
    body := routine.prosrc;
    for word in select * from (values
      ('listed_loans', 'loan_list_rows'),
      ('loan_arrows', 'loan_transitions')) words (former, current)
    loop
      body := regexp_replace(body, '\m' || word.former || '\M', word.current, 'g');
    end loop;
    if body <> routine.prosrc then
      execute replace(routine.definition, routine.prosrc, body);
    end if;
  end loop;
end $$;

-- Constraints, indexes and triggers are named after their table.
do $$
declare
  renamed record;
  item record;
begin
  for renamed in select * from (values
      ('payment_reallocation_portions', 'reallocation_allocations'),
      ('internal_mail_attachments', 'staff_mail_attachments'),
      ('internal_mail_addressees', 'staff_mail_addressees'),
      ('internal_mail_labelled', 'staff_mail_labelled'),
      ('internal_mail_threads', 'staff_mail_threads'),
      ('internal_mail_copies', 'staff_mail_copies'),
      ('internal_mail_labels', 'staff_mail_labels'),
      ('internal_mail_boxes', 'mail_thread_states'),
      ('internal_mail_files', 'staff_mail_files'),
      ('handover_stand_ins', 'absence_cover_stand_ins'),
      ('closing_exceptions', 'end_of_day_exceptions'),
      ('visitor_messages', 'enquiries'),
      ('closing_promises', 'end_of_day_promises'),
      ('payment_portions', 'payment_allocations'),
      ('memo_favourites', 'personal_note_favourites'),
      ('closing_buckets', 'end_of_day_buckets'),
      ('closing_retries', 'end_of_day_retries'),
      ('charge_portions', 'charge_allocations'),
      ('closing_chunks', 'end_of_day_chunks'),
      ('outgoing_mails', 'outbox'),
      ('internal_mails', 'staff_mails'),
      ('notice_choices', 'notification_choices'),
      ('acquaintances', 'external_contacts'),
      ('note_mentions', 'loan_note_mentions'),
      ('board_columns', 'kanban_columns'),
      ('note_strikes', 'loan_note_strikes'),
      ('pinned_notes', 'pinned_loan_notes'),
      ('closing_sums', 'end_of_day_sums'),
      ('listed_loans', 'loan_list_rows'),
      ('board_cards', 'kanban_cards'),
      ('loan_arrows', 'loan_transitions'),
      ('handovers', 'absence_covers'),
      ('contacts', 'contact_attempts'),
      ('closings', 'end_of_day_runs'),
      ('notices', 'notifications'),
      ('changes', 'live_updates'),
      ('boards', 'kanban_boards'),
      ('memos', 'personal_notes'),
      ('notes', 'loan_notes')) tables (former, current)
  loop
    for item in select conname as name from pg_constraint
      where conrelid = renamed.current::regclass and starts_with(conname, renamed.former || '_')
    loop
      execute format('alter table %I rename constraint %I to %I', renamed.current, item.name,
        left(renamed.current || substr(item.name, length(renamed.former) + 1), 63));
    end loop;
    for item in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = renamed.current::regclass and starts_with(c.relname, renamed.former || '_')
    loop
      execute format('alter index %I rename to %I', item.name,
        left(renamed.current || substr(item.name, length(renamed.former) + 1), 63));
    end loop;
    for item in select tgname as name from pg_trigger
      where tgrelid = renamed.current::regclass and not tgisinternal
        and starts_with(tgname, renamed.former || '_')
    loop
      execute format('alter trigger %I on %I rename to %I', item.name, renamed.current,
        left(renamed.current || substr(item.name, length(renamed.former) + 1), 63));
    end loop;
  end loop;
end $$;

-- Renames the key `portions` in the stored payments of tapes to `allocations`.
update import_comparisons
  set payment = (payment - 'portions') || jsonb_build_object('allocations', payment -> 'portions')
  where payment ? 'portions';
