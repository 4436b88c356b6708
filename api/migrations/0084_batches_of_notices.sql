-- What tells of an assignment names its batch, so that it leads there and falls silent once the
-- batch is undone. A batch and its notices were written in one moment by one person.

update notices set target = 'batch', target_id = batch.id
from assignment_batches batch
where notices.target is null and notices.event in ('loans-assigned', 'assignment-message')
  and batch.portfolio_id = notices.portfolio_id and batch.made_by = notices.sender_id
  and batch.made_at = notices.created_at;
