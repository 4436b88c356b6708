import type { SomeFailureSentences } from './failure-sentence.ts';

export const distributionFailures = {
  // Assignment.
  team_not_found: 'This team does not exist. Choose another.',
  agent_not_found: 'This agent does not exist. Choose another.',
  agent_not_in_team: '{agent} is in no team. Add the agent to a team first.',
  nothing_selected: 'None of the selected loans can be changed this way. Select other loans.',
  selection_changed: {
    one: 'The list has changed: {count} loan matches now. Check it before you continue.',
    other: 'The list has changed: {count} loans match now. Check them before you continue.',
  },
  amounts_upside_down:
    'The lower amount of the rule “{rule}” is above the upper one. Change one of them.',
  loan_is_not_active: 'This is possible only while the loan is active.',
  batch_already_undone: 'This assignment was already undone.',
  loans_taken_meanwhile: {
    one: '{count} of these loans was reassigned to someone else in the meantime ({loans}; by {by}). Check the list before you continue.',
    other:
      '{count} of these loans were reassigned to someone else in the meantime ({loans}; by {by}). Check the list before you continue.',
  },
  loans_moved_meanwhile: {
    one: '{count} of these loans was reassigned after you selected them ({loans}; by {by}, to {to}). Check the loans again, or continue.',
    other:
      '{count} of these loans were reassigned after you selected them ({loans}; by {by}, to {to}). Check the loans again, or continue.',
  },
  loans_moved_since: {
    one: '{count} of these loans was reassigned again later ({loans}; by {by}). Undo the later change first.',
    other:
      '{count} of these loans were reassigned again later ({loans}; by {by}). Undo the later change first.',
  },
  former_holder_is_gone:
    'The former agents are suspended or in another team: {agents}. Assign these loans again instead.',
  // Tags.
  tag_not_found: 'This tag no longer exists. Choose another.',
  tag_name_already_used: 'Another tag has this name.',
} satisfies SomeFailureSentences;
