/** SQL that sums the loans of a book that was loaded without triggers, as the triggers would. */
export const sumLoanParts = `
  insert into loan_part_sums (portfolio_id, kind, part, team_id, agent_id, currency, loans,
    amount_minor)
  select listed.portfolio_id, part.kind, part.part, listed.team_id, listed.agent_id, listed.currency,
    count(*), sum(part.amount_minor)
  from loan_list_rows listed
  cross join lateral parts_of_loan(listed.status, listed.next_due_on, listed.disbursed_on,
    listed.import_id, listed.principal_minor, listed.outstanding_principal_minor, listed.purpose,
    listed.grade) part
  group by 1, 2, 3, 4, 5, 6;`;
