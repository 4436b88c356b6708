-- How a bank's table was read at its upload, with the evidence for it.
alter table bank_files add reading jsonb;

-- The place of the table in a file of this layout, as a user chose it; null if it was found without
-- a choice.
alter table bank_layouts add table_choice jsonb;
