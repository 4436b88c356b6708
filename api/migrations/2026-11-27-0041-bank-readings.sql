-- How a bank's table was read, with the evidence for it, as the upload found it.
alter table bank_files add reading jsonb;

-- Where a user said that the table of this layout is; null if it was found without a choice.
alter table bank_layouts add table_choice jsonb;
